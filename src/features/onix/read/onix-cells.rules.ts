import { bookLanguage } from '../message/languages.rules.ts';
import { nodeIn, nodesIn, type OnixNode, textIn, textsIn } from '../message/onix-elements.rules.ts';
import { isbn13 } from './onix-isbn.rules.ts';
import { peopleOf } from './onix-people.rules.ts';
import { seriesOf, titlesOf } from './onix-titles.rules.ts';

/** The cells of a product by field of a book; '' for what the message does not say. */
export type OnixCells = Record<OnixField, string>;

export const onixFields = [
  'bid',
  'format',
  'title',
  'title_en',
  'series',
  'level',
  'isbn_print',
  'isbn_spindle',
  'author',
  'illustrator',
  'publisher',
  'released_date',
  'language',
  'summary',
  'category',
  'age_group',
  'level_type',
  'lexile',
  'cefr_level',
  'ar_level',
  'word_count',
  'page_count',
  'genre',
  'theme',
  'keywords',
  'audio',
  'audio_length',
  'narrator',
  'original_title',
  'edition',
  'rights_territory',
  'list_price',
] as const;
export type OnixField = (typeof onixFields)[number];

/** Reads a product as a book. */
export function cellsOf(product: OnixNode): OnixCells {
  const descriptive = nodeIn(product, 'DescriptiveDetail');
  const publishing = nodeIn(product, 'PublishingDetail');
  const cells = {
    bid: bidOf(product),
    format: formatOf(descriptive),
    publisher: publisherOf(publishing),
    released_date: releasedOf(publishing),
    language: languageOf(descriptive),
    summary: summaryOf(nodeIn(product, 'CollateralDetail')),
    age_group: agesOf(descriptive),
    audio: textIn(descriptive, 'ProductForm').startsWith('A') || contents(descriptive).includes('01') ? 'Y' : '',
    edition: textIn(descriptive, 'EditionStatement') || textIn(descriptive, 'EditionNumber'),
    rights_territory: territoryOf(publishing),
    list_price: priceOf(product),
  };
  return Object.assign(
    cells,
    titlesOf(descriptive),
    seriesOf(descriptive),
    isbnsOf(product, descriptive),
    peopleOf(descriptive),
    levelsOf(descriptive),
    extentsOf(descriptive),
    subjectsOf(descriptive),
    ownTextsOf(descriptive),
  );
}

const contents = (descriptive: OnixNode | undefined) => [
  textIn(descriptive, 'PrimaryContentType'),
  ...textsIn(descriptive, 'ProductContentType'),
];

/** The sender's own key of the product, with a hyphen for what a bid cannot have; its ISBN if it has none. */
export function bidOf(product: OnixNode): string {
  const reference = textIn(product, 'RecordReference') || (identifierOf(product) ?? '');
  return reference.replace(/[^A-Za-z0-9_-]+/g, '-').replace(/^-+|-+$/g, '');
}

/** The ISBN of a product or a related one: as ISBN-13, as a GTIN-13 that is one, or as ISBN-10. */
function identifierOf(node: OnixNode): string | undefined {
  const identifiers = nodesIn(node, 'ProductIdentifier');
  for (const type of ['15', '03', '02']) {
    for (const one of identifiers) {
      const isbn = textIn(one, 'ProductIDType') === type ? isbn13(textIn(one, 'IDValue')) : undefined;
      if (isbn !== undefined) return isbn;
    }
  }
  // A mistyped ISBN is shown, with the warning that sheets get too.
  return ['15', '02']
    .flatMap((type) => identifiers.filter((one) => textIn(one, 'ProductIDType') === type))
    .map((one) => textIn(one, 'IDValue'))[0];
}

export const isDigital = (form: string): boolean => /^[EL]|^A[JNO]|^DG/.test(form);

// Alternative format, e-publication based on this print product, electronic version.
const otherFormats = ['13', '27', '06'];

function isbnsOf(product: OnixNode, descriptive: OnixNode | undefined) {
  const own = identifierOf(product) ?? '';
  const digital = isDigital(textIn(descriptive, 'ProductForm'));
  const related = nodesIn(nodeIn(product, 'RelatedMaterial'), 'RelatedProduct');
  const other = otherFormats
    .flatMap((relation) => related.filter((one) => textsIn(one, 'ProductRelationCode').includes(relation)))
    .filter((one) => fits(one, digital))
    .map(identifierOf)
    .find((isbn) => isbn !== undefined && isbn !== own);
  return digital ? { isbn_print: other ?? '', isbn_spindle: own } : { isbn_print: own, isbn_spindle: other ?? '' };
}

/** Whether a related product is the other kind: printed for a digital one, and the other way round. */
function fits(related: OnixNode, digital: boolean): boolean {
  const form = textIn(related, 'ProductForm');
  return form === '' || isDigital(form) !== digital;
}

/** 'EPUB' for an e-book in that format; other forms say nothing of ours. */
function formatOf(descriptive: OnixNode | undefined): string {
  const details = textsIn(descriptive, 'ProductFormDetail');
  return details.some((detail) => detail === 'E101' || detail === 'E136') ? 'EPUB' : '';
}

function publisherOf(publishing: OnixNode | undefined): string {
  const publishers = nodesIn(publishing, 'Publisher');
  const main = publishers.find((one) => textIn(one, 'PublishingRole') === '01') ?? publishers[0];
  return textIn(main, 'PublisherName') || textIn(nodeIn(publishing, 'Imprint'), 'ImprintName');
}

function releasedOf(publishing: OnixNode | undefined): string {
  const dates = nodesIn(publishing, 'PublishingDate');
  const of = (role: string) => dates.find((one) => textIn(one, 'PublishingDateRole') === role);
  const date = textIn(of('01') ?? of('11') ?? of('19'), 'Date');
  return [date.slice(0, 4), date.slice(4, 6), date.slice(6, 8)]
    .filter((part) => part !== '' && part !== '00')
    .join('-');
}

function languageOf(descriptive: OnixNode | undefined): string {
  const main = nodesIn(descriptive, 'Language').find((one) => textIn(one, 'LanguageRole') === '01');
  return bookLanguage(textIn(main, 'LanguageCode'), textIn(main, 'CountryCode'));
}

/** The description, else the short one. */
function summaryOf(collateral: OnixNode | undefined): string {
  const contentsOf = nodesIn(collateral, 'TextContent');
  return (
    ['03', '02', '01', '18']
      .map((type) =>
        textIn(
          contentsOf.find((one) => textIn(one, 'TextType') === type),
          'Text',
        ),
      )
      .find(Boolean) ?? ''
  );
}

function agesOf(descriptive: OnixNode | undefined): string {
  const ranges = nodesIn(descriptive, 'AudienceRange');
  const range = ['17', '18']
    .map((qualifier) => ranges.find((one) => textIn(one, 'AudienceRangeQualifier') === qualifier))
    .find(Boolean);
  if (!range) return '';
  const values = textsIn(range, 'AudienceRangeValue');
  const at = (precision: string) => values[textsIn(range, 'AudienceRangePrecision').indexOf(precision)];
  const [exact, from, to] = [at('01'), at('03'), at('04')];
  if (exact !== undefined) return exact;
  if (from !== undefined) return to === undefined ? `${from}+` : `${from}-${to}`;
  return to === undefined ? '' : `0-${to}`;
}

function levelsOf(descriptive: OnixNode | undefined) {
  const complexities = nodesIn(descriptive, 'Complexity');
  const of = (schemes: readonly string[]) =>
    textIn(
      complexities.find((one) => schemes.includes(textIn(one, 'ComplexitySchemeIdentifier'))),
      'ComplexityCode',
    );
  const audiences = nodesIn(descriptive, 'Audience');
  const coded = (type: string) =>
    audiences.filter((one) => textIn(one, 'AudienceCodeType') === type).map((one) => textIn(one, 'AudienceCodeValue'));
  const measure = of(['06', '02', '13']) || (coded('19')[0] ?? '');
  const prefix = of(['01']);
  const lexile = measure === '' ? '' : /^\d+L?$/i.test(measure) ? `${prefix}${measure.replace(/L$/i, '')}L` : measure;
  const cefr = coded('23').join(',');
  return { level_type: cefr ? 'CEFR' : lexile ? 'Lexile' : '', lexile, cefr_level: cefr, ar_level: of(['07']) };
}

function extentsOf(descriptive: OnixNode | undefined) {
  const extents = nodesIn(descriptive, 'Extent');
  const of = (types: readonly string[], units: readonly string[]) => {
    const found = types.flatMap((type) => extents.filter((one) => textIn(one, 'ExtentType') === type));
    return found.find((one) => units.includes(textIn(one, 'ExtentUnit')));
  };
  const number = (extent: OnixNode | undefined) => textIn(extent, 'ExtentValue').replace(/\..*$/, '');
  return {
    page_count: number(of(['00', '11', '05', '07', '08', '06', '10'], ['03'])),
    word_count: number(of(['02', '10'], ['02'])),
    audio_length: durationOf(of(['09', '14', '16'], ['04', '05', '06', '14', '15', '16'])),
  };
}

/** A duration as H:MM:SS. */
function durationOf(extent: OnixNode | undefined): string {
  const value = textIn(extent, 'ExtentValue');
  const seconds = secondsIn(value, textIn(extent, 'ExtentUnit'));
  if (!seconds) return '';
  const two = (number: number) => String(number).padStart(2, '0');
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(Math.round(seconds) % 60)}`;
}

function secondsIn(value: string, unit: string): number {
  const number = Number(value);
  if (unit === '04') return number * 3600;
  if (unit === '05') return number * 60;
  if (unit === '06') return number;
  const digits = value.padStart(7, '0');
  if (unit === '14') return number * 3600;
  if (unit === '15') return Number(value.slice(0, -2)) * 3600 + Number(value.slice(-2)) * 60;
  return unit === '16'
    ? Number(digits.slice(0, -4)) * 3600 + Number(digits.slice(-4, -2)) * 60 + Number(digits.slice(-2))
    : 0;
}

/** What the publisher says of subjects; our own ones are those of {@link ownTextsOf}. */
function subjectsOf(descriptive: OnixNode | undefined) {
  const subjects = nodesIn(descriptive, 'Subject');
  const inScheme = (scheme: string) => subjects.filter((one) => textIn(one, 'SubjectSchemeIdentifier') === scheme);
  const main =
    subjects.find((one) => one['MainSubject']) ??
    subjects.find((one) => textIn(one, 'SubjectSchemeIdentifier') !== '20');
  const keywords = inScheme('20').map((one) => textIn(one, 'SubjectHeadingText') || textIn(one, 'SubjectCode'));
  const isOwn = main !== undefined && textIn(main, 'SubjectSchemeIdentifier') === ownScheme;
  return {
    category: '',
    genre: isOwn ? '' : textIn(main, 'SubjectHeadingText') || textIn(main, 'SubjectCode'),
    theme: '',
    keywords: keywords.filter(Boolean).join('; '),
  };
}

/** The scheme of subjects that are named like a field of ours and hold its text. */
export const ownScheme = '24';
/** The code of such a subject if the book has no text in the field. */
export const noText = 'none';

const isField = (name: string): name is OnixField => (onixFields as readonly string[]).includes(name);

/** Texts as our own messages have them, which the elements of ONIX cannot say: they come back as they went out. */
function ownTextsOf(descriptive: OnixNode | undefined): Partial<OnixCells> {
  const found: Partial<OnixCells> = {};
  for (const one of nodesIn(descriptive, 'Subject')) {
    const name = textIn(one, 'SubjectSchemeName');
    if (textIn(one, 'SubjectSchemeIdentifier') !== ownScheme || !isField(name)) continue;
    const text = textIn(one, 'SubjectHeadingText');
    if (text !== '') found[name] = text;
    else if (textIn(one, 'SubjectCode') === noText) found[name] = '';
  }
  return found;
}

function territoryOf(publishing: OnixNode | undefined): string {
  const rights = nodesIn(publishing, 'SalesRights').filter((one) =>
    ['01', '02'].includes(textIn(one, 'SalesRightsType')),
  );
  const territory = nodeIn(rights[0], 'Territory');
  return [textIn(territory, 'CountriesIncluded'), textIn(territory, 'RegionsIncluded')].filter(Boolean).join(' ');
}

/** The first price, its amount before its currency. */
function priceOf(product: OnixNode): string {
  const prices = nodesIn(product, 'ProductSupply')
    .flatMap((one) => nodesIn(one, 'SupplyDetail'))
    .flatMap((one) => nodesIn(one, 'Price'));
  const price = prices.find((one) => textIn(one, 'PriceTypeDescription') === '');
  return price ? `${textIn(price, 'PriceAmount')} ${textIn(price, 'CurrencyCode')}`.trim() : '';
}
