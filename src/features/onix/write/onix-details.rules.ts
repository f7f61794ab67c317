import { bookFields, checkCell } from '#features/book/book-fields.public.ts';
import { onixLanguage } from '../message/languages.rules.ts';
import { nodesIn, type OnixNode, textIn, textsIn } from '../message/onix-elements.rules.ts';
import { cellsOf, noText, type OnixField, onixFields, ownScheme } from '../read/onix-cells.rules.ts';
import { fieldOfRole } from '../read/onix-people.rules.ts';
import { allLevels, singleTitles } from '../read/onix-titles.rules.ts';
import type { Sources } from './onix-sources.rules.ts';

const titleDetail = (type: string, text: string, language?: string): OnixNode[] =>
  text === ''
    ? []
    : [
        {
          TitleType: [type],
          TitleElement: [{ TitleElementLevel: ['01'], TitleText: [language === undefined ? text : [text, language]] }],
        },
      ];

/** The titles, and the series with its level: '01' is the level of the product, '02' of the collection, '03' below it. */
export function titlesOf({ text, unchanged, descriptive }: Sources): OnixNode {
  const titles = unchanged(descriptive, 'title', 'title_en', 'original_title')?.['TitleDetail'] ?? [
    ...titleDetail('01', text('title')),
    ...titleDetail('06', text('title_en'), 'eng'),
    ...titleDetail('03', text('original_title')),
  ];
  // A single title was read without a collection.
  const original = unchanged(descriptive, 'series', 'level')?.['Collection'];
  if (original) return { TitleDetail: titles, Collection: original };
  const [series, level] = [text('series'), text('level')];
  if (series === singleTitles) return { TitleDetail: titles, NoCollection: [''] };
  const part = /^Book (\d+)$/.exec(level)?.[1];
  const elements: OnixNode[] = [
    { TitleElementLevel: ['02'], TitleText: [series] },
    ...(part !== undefined || level === allLevels || level === ''
      ? []
      : [{ TitleElementLevel: ['03'], TitleText: [level] }]),
    ...(part === undefined ? [] : [{ TitleElementLevel: ['01'], PartNumber: [part] }]),
  ];
  return {
    TitleDetail: titles,
    Collection: [{ CollectionType: ['10'], TitleDetail: [{ TitleType: ['01'], TitleElement: elements }] }],
  };
}

const roles = { author: 'A01', illustrator: 'A12', narrator: 'E07' } as const;

/** The people that were read, or those of the fields that have changed, and those that no field has. */
export function contributorsOf({ text, unchanged, descriptive }: Sources): OnixNode {
  const original = unchanged(descriptive, 'author', 'illustrator', 'narrator')?.['Contributor'];
  if (original) return { Contributor: original };
  const own = Object.entries(roles).flatMap(([field, role]) =>
    text(field as keyof typeof roles)
      .split(/[,;]\s+|;/)
      .filter((name) => name.trim() !== '')
      .map((name) => ({ ContributorRole: [role], PersonName: [name.trim()] })),
  );
  const others = nodesIn(descriptive, 'Contributor').filter(
    (one) => !textsIn(one, 'ContributorRole').some((role) => fieldOfRole(role) !== undefined),
  );
  const all = [...own, ...others].map((one, index) => ({ ...one, SequenceNumber: [String(index + 1)] }));
  return all.length === 0 ? { NoContributor: [''] } : { Contributor: all };
}

export function languagesOf({ text, unchanged, descriptive }: Sources): OnixNode {
  const original = unchanged(descriptive, 'language')?.['Language'];
  const found = original ? undefined : onixLanguage(text('language'));
  const { EditionType = [] } = descriptive ?? {};
  const edition = unchanged(descriptive, 'edition');
  const number = /^[1-9]\d*$/.test(text('edition'));
  return {
    EditionType,
    EditionNumber: edition?.['EditionNumber'] ?? (number ? [text('edition')] : []),
    EditionStatement: edition?.['EditionStatement'] ?? (number || edition ? [] : [text('edition')]),
    Language:
      original ??
      (found
        ? [{ LanguageRole: ['01'], LanguageCode: [found.code], ...(found.country && { CountryCode: [found.country] }) }]
        : []),
  };
}

export function extentsOf({ text, unchanged, descriptive }: Sources): OnixNode {
  const original = unchanged(descriptive, 'page_count', 'word_count', 'audio_length')?.['Extent'];
  if (original) return { Extent: original };
  const [, hours, minutes, seconds] = /^(\d{1,3}):(\d\d):(\d\d)$/.exec(text('audio_length')) ?? [];
  const duration = hours === undefined ? '' : `${hours.padStart(3, '0')}${minutes}${seconds}`;
  const extent = (type: string, value: string, unit: string) => ({
    ExtentType: [type],
    ExtentValue: [value],
    ExtentUnit: [unit],
  });
  return {
    Extent: [
      extent('00', text('page_count'), '03'),
      extent('02', text('word_count'), '02'),
      extent('09', duration, '16'),
    ],
  };
}

const keywords = '20';
const ownSubjects = ['category', 'genre', 'theme'] as const;

/** The subjects that were read, and the fields that they do not say. */
export function subjectsOf({ text, unchanged, descriptive }: Sources): OnixNode {
  const read = nodesIn(descriptive, 'Subject').filter((one) => {
    const scheme = textIn(one, 'SubjectSchemeIdentifier');
    if (scheme === keywords) return unchanged(one, 'keywords') !== undefined;
    const own = onixFields.find((field) => field === textIn(one, 'SubjectSchemeName'));
    return scheme !== ownScheme || own === undefined || unchanged(one, own) !== undefined;
  });
  const added = ownSubjects
    .filter((field) => text(field) !== '' && !unchanged(descriptive, field))
    .map((field) => ownSubject(field, text(field)));
  const own =
    text('keywords') === '' || unchanged(descriptive, 'keywords')
      ? []
      : [{ SubjectSchemeIdentifier: [keywords], SubjectHeadingText: [text('keywords')] }];
  return { Subject: [...read, ...added, ...own] };
}

const ownSubject = (field: OnixField, text: string): OnixNode => ({
  SubjectSchemeIdentifier: [ownScheme],
  SubjectSchemeName: [field],
  ...(text === '' ? { SubjectCode: [noText] } : { SubjectHeadingText: [text] }),
});

/** Fields that reading fills in where a message says nothing. */
const assumed: readonly OnixField[] = ['series', 'level', 'isbn_print', 'isbn_spindle', 'format'];

/**
 * Subjects of ours for the texts that a product would not come back with, such as a language named `en` or people
 * separated by semicolons. A summary keeps its lines in its own element.
 */
export function missedTexts(product: OnixNode, text: Sources['text']): OnixNode[] {
  const back = cellsOf(product);
  return bookFields.flatMap((field) => {
    const name = onixFields.find((one) => one === field.name);
    if (!name || name === 'bid' || name === 'summary') return [];
    const [given, read] = [text(name), back[name]];
    if (read === given || (read === '' && assumed.includes(name))) return [];
    const cell = checkCell(field, read);
    return 'value' in cell && cell.value === given ? [] : [ownSubject(name, given)];
  });
}

/** Ages, and the levels of difficulty: a Lexile measure, an ATOS level, and CEFR levels as codes of audiences. */
export function audienceOf({ text, unchanged, descriptive }: Sources): OnixNode {
  const { AudienceCode = [] } = descriptive ?? {};
  const complexities = unchanged(descriptive, 'lexile', 'ar_level')?.['Complexity'];
  const lexile = /^([A-Z]{2})?(\d+)L$/.exec(text('lexile'));
  const complexity = (scheme: string, code: string | undefined) => ({
    ComplexitySchemeIdentifier: [scheme],
    ComplexityCode: [code ?? ''],
  });
  const cefr = unchanged(descriptive, 'cefr_level', 'lexile');
  const others = nodesIn(descriptive, 'Audience').filter(
    (one) => !['19', '23'].includes(textIn(one, 'AudienceCodeType')),
  );
  return {
    AudienceCode,
    Audience: cefr?.['Audience'] ?? [
      ...others,
      ...text('cefr_level')
        .split(',')
        .map((level) => ({ AudienceCodeType: ['23'], AudienceCodeValue: [level] })),
    ],
    AudienceRange: unchanged(descriptive, 'age_group')?.['AudienceRange'] ?? agesOf(text('age_group')),
    Complexity: complexities ?? [
      ...(lexile
        ? [complexity('06', `${lexile[1] ?? ''}${lexile[2]}L`)]
        : text('lexile')
          ? [complexity('01', text('lexile'))]
          : []),
      complexity('07', text('ar_level')),
    ],
  };
}

/** The ages in the title of an age group: '6-8', 'Ages 6 to 8', '9+', '12'. */
function agesOf(title: string): OnixNode[] {
  const [, from, to, open] = /(\d{1,2})\s*(?:(?:[-–~]|to)\s*(\d{1,2})|(\+))?/.exec(title) ?? [];
  if (from === undefined) return [];
  const years = (precisions: string[], values: string[]) => [
    { AudienceRangeQualifier: ['17'], AudienceRangePrecision: precisions, AudienceRangeValue: values },
  ];
  if (to !== undefined) return years(['03', '04'], [from, to]);
  return years([open === undefined ? '01' : '03'], [from]);
}

/** The description, and the other texts and resources that were read. */
export function textsOf({ text, unchanged, collateral }: Sources): OnixNode {
  const { TextContent = [], SupportingResource = [] } = collateral ?? {};
  if (unchanged({}, 'summary')) return { TextContent, SupportingResource };
  const others = nodesIn(collateral, 'TextContent').filter((one) => !['02', '03'].includes(textIn(one, 'TextType')));
  return {
    TextContent: [{ TextType: ['03'], ContentAudience: ['00'], Text: [text('summary')] }, ...others],
    SupportingResource,
  };
}
