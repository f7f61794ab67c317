import { pick, seeded } from '#test/hostile.ts';
import type { OnixNode } from './message/onix-elements.rules.ts';
import { message } from './onix.fixture.ts';
import { writeNode } from './write/onix-write.ts';

const words = [
  'lamp',
  'moon & sea',
  '<night>',
  '“quoted”',
  'İstanbul’da',
  '한글 책',
  '本',
  'naïve',
  '🙂',
  ']]>',
  '&amp;',
];
const roles = ['A01', 'A12', 'B06', 'E07', 'A36'];
const people = (name: string): OnixNode[] => [
  { PersonName: [name] },
  { PersonNameInverted: [name] },
  { NamesBeforeKey: ['Ada'], PrefixToKey: ['van'], KeyNames: [name] },
  { CorporateName: [name] },
  { UnnamedPersons: ['02'] },
];

/** A message of random products, each said in one of the many ways that ONIX has for the same; the same by seed. */
export function randomMessage(seed: number, count: number): string {
  const random = seeded(seed);
  const one = <T>(of: readonly T[]): T => pick(random, of);
  const often = () => random() < 0.6;
  const many = <T>(most: number, make: (n: number) => T): T[] =>
    Array.from({ length: Math.floor(random() * (most + 1)) }, (_, n) => make(n));
  const text = () => [one(words), ...many(3, () => one(words))].join(' ');
  const lines = () => [text(), ...many(3, () => `${one(['\n', '\n\n'])}${text()}`)].join('');
  const digits = (length: number) => String(Math.floor(random() * 10 ** length)).padStart(length, '0');

  const title = (): OnixNode => ({
    TitleElementLevel: ['01'],
    ...one<OnixNode>([{ TitleText: [text()] }, { TitlePrefix: ['The'], TitleWithoutPrefix: [text()] }]),
    ...(often() && { Subtitle: [text()] }),
  });
  const collection = (): OnixNode => ({
    CollectionType: ['10'],
    TitleDetail: [
      {
        TitleType: ['01'],
        TitleElement: [
          { TitleElementLevel: ['02'], TitleText: [`Series ${one(words)}`] },
          ...(often() ? [{ TitleElementLevel: ['03'], TitleText: [`Level ${one(words)}`] }] : []),
        ],
      },
    ],
  });
  const descriptive = (): OnixNode => ({
    ProductComposition: ['00'],
    ...one<OnixNode>([
      { ProductForm: ['ED'], ProductFormDetail: ['E101'] },
      { ProductForm: ['BB'], ProductFormDetail: ['B105', 'B221'] },
      { ProductForm: ['AJ'] },
    ]),
    ProductFormFeature: many(2, () => ({ ProductFormFeatureType: ['09'], ProductFormFeatureValue: [digits(2)] })),
    Collection: often() ? [collection()] : [],
    TitleDetail: [{ TitleType: ['01'], TitleElement: [title()] }],
    Contributor: many(4, (n) => ({
      SequenceNumber: [String(n + 1)],
      ContributorRole: [one(roles)],
      ...one(people(`${one(words)} ${n}`)),
      BiographicalNote: often() ? [lines()] : [],
    })),
    EditionNumber: often() ? [String(1 + Math.floor(random() * 9))] : [],
    Language: [{ LanguageRole: ['01'], LanguageCode: [one(['eng', 'ger', 'kor', 'tur', 'jpn'])] }],
    Extent: often() ? [{ ExtentType: ['00'], ExtentValue: [`1${digits(2)}`], ExtentUnit: ['03'] }] : [],
    Subject: many(3, () => ({
      SubjectSchemeIdentifier: [one(['93', '10', '20', '24'])],
      ...one<OnixNode>([{ SubjectCode: [`YF${digits(1)}`] }, { SubjectHeadingText: [text()] }]),
    })),
    AudienceCode: many(1, () => one(['01', '02', '04'])),
    Complexity: many(2, () => ({ ComplexitySchemeIdentifier: [one(['06', '07'])], ComplexityCode: [`1${digits(2)}`] })),
  });
  const product = (n: number): OnixNode => ({
    RecordReference: [`press.${seed}.${n}`],
    NotificationType: ['03'],
    ProductIdentifier: [{ ProductIDType: ['15'], IDValue: [isbnOf(seed * 1000 + n)] }],
    DescriptiveDetail: [descriptive()],
    CollateralDetail: [
      {
        TextContent: many(2, (at) => ({
          TextType: [at === 0 ? '03' : '02'],
          ContentAudience: ['00'],
          Text: [lines()],
        })),
        SupportingResource: [],
      },
    ],
    PublishingDetail: [
      {
        Imprint: often() ? [{ ImprintName: [text()] }] : [],
        Publisher: [{ PublishingRole: ['01'], PublisherName: [text()] }],
        PublishingStatus: ['04'],
        PublishingDate: [{ PublishingDateRole: ['01'], Date: [one(['2024', '202403', '20240305'])] }],
        SalesRights: often() ? [{ SalesRightsType: ['01'], Territory: [{ CountriesIncluded: ['AT CH DE'] }] }] : [],
      },
    ],
  });
  return message(Array.from({ length: count }, (_, n) => writeNode('Product', product(n + 1))).join('\n'));
}

/** The ISBN-13 with this number. */
function isbnOf(n: number): string {
  const twelve = `979${String(n).padStart(9, '0')}`;
  const sum = Array.from(twelve).reduce((all, digit, at) => all + Number(digit) * (at % 2 === 0 ? 1 : 3), 0);
  return `${twelve}${(10 - (sum % 10)) % 10}`;
}
