import { z } from 'zod';
import { collectionFields } from '#features/collection/collection.public.ts';
import { locales, parseLocale } from '#kernel/messages/locale.ts';
import { portalSchemas } from '#kernel/records/record-fields.ts';
import { contract } from '#kernel/work/contract.ts';
import { idx, results } from '#kernel/work/fields.ts';
import * as sample from './portal.examples.ts';

const text = z.string().nullable();
const bid = z.string().min(1).max(64);

const Picture = z.object({
  url: z.string(),
  large: z.string().describe('At most 640 pixels on its longer side'),
  small: z.string().describe('At most 320 pixels on its longer side'),
  width: z.int(),
  height: z.int(),
});

const AgeGroup = z.object({ grp_idx: z.int(), title: z.string() }).nullable();

const Sentence = z.object({
  sent_idx: z.int(),
  sentence: z.string(),
  mdr_targeted: z.string().describe('Y where audio belongs to it'),
  audio: z
    .object({ url: z.string(), type: z.string(), size: z.int(), ms: z.int().describe('How long it plays') })
    .nullable(),
});

/** A published book. */
export const PortalBook = z.object({
  bid: z.string(),
  title: z.string(),
  title_en: text,
  format: z.string(),
  series: z.object({ ser_idx: z.int(), title: z.string() }),
  level: z.object({ lev_idx: z.int(), title: z.string() }),
  category: z.object({ cat_idx: z.int(), title: z.string() }).nullable(),
  age_group: AgeGroup,
  isbn_print: z.string(),
  isbn_spindle: z.string(),
  author: text,
  illustrator: text,
  publisher: text,
  released_date: text,
  language: text,
  summary: text,
  level_type: text,
  lexile: text,
  cefr_level: text,
  ar_level: text,
  word_count: z.int().nullable(),
  page_count: z.int().nullable(),
  genre: text,
  theme: text,
  keywords: text,
  audio: text,
  audio_length: text,
  narrator: text,
  video: text,
  video_length: text,
  original_title: text,
  edition: text,
  epub_content_id: text,
  epub_path: text,
  content_zip_url: text,
  is_mobile: z.boolean(),
  cover: Picture.nullable(),
  previews: z.array(Picture),
  content: z.array(
    z.object({ kind: z.enum(['epub', 'zip']), size: z.int(), url: z.string().describe('Needs the key as well') }),
  ),
  published_at: z.int(),
  updated_at: z.int().describe('When anything of it last changed, its words, sentences and files included'),
  words: z.array(z.object({ word_idx: z.int(), word: z.string(), sentences: z.array(Sentence) })),
});

const language = z.string().nullable().describe('Null where the text is empty');

/** A public collection in a list. */
export const ListedCollection = z.object({
  cid: z.string(),
  title: z.string(),
  summary: z.string(),
  notice: z.string().describe('Rich text'),
  description: z.string().describe('Rich text'),
  languages: z
    .object({ title: language, summary: language, notice: language, description: language })
    .describe('The language each text is in: the one asked for, or English'),
  locales: z.array(z.string()).describe('The languages it has a title in'),
  ...portalSchemas(collectionFields),
  age_group: AgeGroup,
  prices: z.array(
    z.object({
      currency: z.string(),
      price: z.string(),
      discounted_price: text,
      subscription_period: z.int().describe('Days; 0 is for ever'),
    }),
  ),
  cover_img: Picture.nullable(),
  thumb_img: Picture.nullable(),
  list_img: Picture.nullable(),
  updated_at: z.int(),
});

const ShelfBook = z.object({ bid: z.string(), title: z.string(), format: z.string(), cover: Picture.nullable() });

/** A public collection with what it contains. */
export const PortalCollection = ListedCollection.extend({
  contents: z.array(
    z.object({
      content_type: z.enum(['series', 'level', 'book']),
      content_idx: z.int(),
      title: z.string(),
      bid: text,
      ser_idx: z.int(),
    }),
  ),
  books: z
    .array(ShelfBook.extend({ is_mobile: z.boolean(), ser_idx: z.int(), lev_idx: z.int() }))
    .describe('The published books that the contents reach, each once'),
});

/** The roadmap of a target group. */
export const PortalRoadmap = z.object({ grp_idx: z.int(), title: z.string(), rows: z.array(z.array(ShelfBook)) });

const Series = z.object({
  ser_idx: z.int(),
  title: z.string(),
  levels: z.array(z.object({ lev_idx: z.int(), title: z.string() })),
});

const Guide = z.object({
  gui_id: z.string(),
  ages: z.array(z.string()).describe('What the ten columns are called'),
  items: z.array(
    z.object({
      itm_idx: z.int(),
      link_title: z.string(),
      title: z.string(),
      description: z.string().describe('Rich text'),
      btn_title: z.string(),
      btn_link: z.string(),
      start: z.int().describe('The first column, 1 to 10'),
      length: z.int(),
      legend: z.array(z.string()),
      cover: Picture.nullable(),
    }),
  ),
  updated_at: z.int(),
});

const fieldsOf = (shape: object) =>
  z
    .string()
    .max(1000)
    .transform((names) => names.split(',').map((name) => name.trim()))
    .pipe(z.array(z.enum(Object.keys(shape))))
    .optional()
    .describe('Only these fields of each, separated by commas');

// Date.parse takes the 30th of February for the 2nd of March, and would skip what changed in between.
const isDay = (day: string) => z.iso.date().safeParse(day).success;
const time = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:\d\d))?$/;

const updated_since = z
  .string()
  .max(40)
  .refine(
    (at) => /^\d{1,11}$/.test(at) || (time.test(at) && isDay(at.slice(0, 10)) && !Number.isNaN(Date.parse(at))),
    'invalid.format',
  )
  .transform((at) => new Date(/^\d+$/.test(at) ? Number(at) * 1000 : at).toISOString())
  .optional()
  .describe('Only what changed since then; in seconds, or as an ISO 8601 time');

const after = z.string().max(200).optional().describe('The `next` of the page before');
const limitOf = (usual: number) => z.coerce.number().int().min(1).max(500).default(usual);

const PageQuery = z.object({ after, limit: limitOf(500) });
export type PageQuery = z.output<typeof PageQuery>;

const BookListQuery = z.object({
  after,
  limit: limitOf(100),
  updated_since,
  series: idx.optional(),
  level: idx.optional(),
  collection: z.string().max(64).optional(),
  fields: fieldsOf(PortalBook.shape),
});
export type BookListQuery = z.output<typeof BookListQuery>;

const Language = z
  .enum([...locales, 'ja'])
  .default('en')
  .transform((tag) => parseLocale(tag) ?? 'en')
  .describe('The language of the texts; English stands in where one is missing');

const CollectionListQuery = z.object({
  after,
  limit: limitOf(100),
  updated_since,
  language: Language,
  fields: fieldsOf(PortalCollection.shape),
});
export type CollectionListQuery = z.output<typeof CollectionListQuery>;

const GuideListQuery = PageQuery.extend({ updated_since });
export type GuideListQuery = z.output<typeof GuideListQuery>;

const listOf = (row: z.ZodType, example: object) =>
  z
    .object({ results: z.array(row), next: z.string().nullable().describe('For `after`; null at the end') })
    .meta({ examples: [{ results: [example], next: null }] });

const one = (row: z.ZodType, example: object) => results(row).meta({ examples: [{ results: example }] });

const read = { permission: 'key:read', stability: 'stable', replica: true, ready: true } as const;

export const portalApi = contract({
  'GET /portal/v1/books': {
    ...read,
    summary: 'The published books, page by page; their words only where `fields` asks for them',
    query: BookListQuery,
    response: listOf(PortalBook.partial({ words: true }), sample.listedBook),
  },
  'GET /portal/v1/books/:bid': {
    ...read,
    summary: 'A published book with its words, sentences, pictures and files',
    params: z.object({ bid }),
    query: z.object({ fields: fieldsOf(PortalBook.shape) }),
    response: one(PortalBook, sample.book),
  },
  'GET /portal/v1/books/:bid/sentences': {
    ...read,
    summary: 'The sentences of a published book alone, page by page',
    params: z.object({ bid }),
    query: PageQuery,
    response: listOf(Sentence.extend({ word: z.string() }), sample.sentence),
  },
  'GET /portal/v1/books/:bid/content/:kind': {
    permission: 'key:read',
    stability: 'stable',
    takesPassword: true,
    summary: 'A file of a published book: leads to a link that soon expires',
    params: z.object({ bid, kind: z.enum(['epub', 'zip']) }),
    redirect: 'To the file',
  },
  'GET /portal/v1/series': {
    ...read,
    summary: 'The series in order of difficulty, each with its levels in order',
    query: PageQuery,
    response: listOf(Series, sample.series),
  },
  'GET /portal/v1/collections': {
    ...read,
    summary:
      'The public collections, page by page; contents and books only where `fields` asks for them, and then at most ten with books',
    query: CollectionListQuery,
    response: listOf(PortalCollection.partial({ contents: true, books: true }), sample.listedCollection),
  },
  'GET /portal/v1/collections/:cid': {
    ...read,
    summary: 'A public collection in one language, with its contents and the published books they reach',
    params: z.object({ cid: z.string().min(1).max(64) }),
    query: z.object({ language: Language, fields: fieldsOf(PortalCollection.shape) }),
    response: one(PortalCollection, sample.collection),
  },
  'GET /portal/v1/advertised': {
    ...read,
    summary: 'The public collections that are advertised, in their order',
    query: PageQuery.extend({ language: Language, fields: fieldsOf(PortalCollection.shape) }),
    response: listOf(PortalCollection.partial({ contents: true, books: true }), sample.listedCollection),
  },
  'GET /portal/v1/roadmaps': {
    ...read,
    summary: 'The target groups with published books in their roadmap',
    query: PageQuery,
    response: listOf(z.object({ grp_idx: z.int(), title: z.string() }), sample.group),
  },
  'GET /portal/v1/roadmaps/:grp_idx': {
    ...read,
    summary: 'The roadmap of a target group: its rows of published books',
    params: z.object({ grp_idx: idx }),
    response: one(PortalRoadmap, sample.roadmap),
  },
  'GET /portal/v1/series_guides': {
    ...read,
    summary: 'The series guides by ID',
    query: GuideListQuery,
    response: listOf(z.object({ gui_id: z.string(), items: z.int(), updated_at: z.int() }), sample.listedGuide),
  },
  'GET /portal/v1/series_guides/:gui_id': {
    ...read,
    summary: 'A series guide: its items on a timeline of ten age ranges',
    params: z.object({ gui_id: z.string().min(1).max(64) }),
    response: one(Guide, sample.guide),
  },
});
