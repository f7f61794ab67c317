import { z } from 'zod';
import {
  CollectionParams,
  Localized,
  mostRichText,
  ParagraphsBody,
  readCids,
  TextsBody,
  textFields,
} from '#features/collection/collection.public.ts';
import { sortReader } from '#kernel/db/list-page.ts';
import { listQueries, type OrderOf } from '#kernel/mount/list.ts';
import { contract } from '#kernel/work/contract.ts';
import { results, success, version } from '#kernel/work/fields.ts';
import { choice, type FilterOf, field, filterOf, search } from '#kernel/work/filter.ts';
import { lacks } from './desk.rules.ts';

const inLanguage = () => field(Localized);

const matrixFilter = filterOf({
  search_val: search(readCids),
  text: choice(textFields),
  lack: choice(lacks),
  missing: inLanguage(),
  begun: inLanguage(),
  outdated: inLanguage(),
  is_public: field(z.literal('O')),
});
export type MatrixFilter = FilterOf<typeof matrixFilter>;

export const matrixQueries = listQueries(matrixFilter, sortReader(['cid'], { key: 'cid', descending: false }));
export type MatrixOrder = OrderOf<typeof matrixQueries>;

const LocaleParams = CollectionParams.extend({ locale: Localized });
const Field = z.enum(textFields);

/** The texts that others were typed over, as they were read. */
const Base = z.partialRecord(Localized, z.partialRecord(Field, z.string().max(mostRichText)));

const Piece = z.object({ kind: z.enum(['same', 'old', 'new']), text: z.string() });
const Version = z.object({ text: z.string(), by: z.string().nullable(), at: z.int().nullable() });

/** A text with the same text in English, and how similar ones were translated before. */
export type TextCard = z.output<typeof TextCard>;
const TextCard = z.object({
  /** Of the collection, to mark the text as still right. */
  version: z.int(),
  own: Version,
  english: Version,
  /** What changed in the English since the text was saved or confirmed, word by word. */
  changes: z.array(Piece),
  /**
   * Of a long text, what changed paragraph by paragraph, with the number of the paragraph of this text that was made of each; null if
   * nothing changed, or if this text has other paragraphs than the English had.
   */
  paragraphs: z
    .array(
      z.object({
        state: z.enum(['same', 'changed', 'new', 'gone']),
        pieces: z.array(Piece),
        own: z.int().nullable(),
      }),
    )
    .nullable(),
  memory: z.array(
    z.object({
      cid: z.string(),
      title: z.string(),
      at: z.int(),
      /** How similar the English is, from 0 to 1. */
      likeness: z.number(),
      /** The English it was translated from; `new` is what this English does not have. */
      from: z.array(Piece),
      text: z.string(),
    }),
  ),
  /** What the house calls what the English says, in the language of the text; the usual form first. */
  terms: z.array(
    z.object({
      term: z.string(),
      href: z.string(),
      note: z.string(),
      kept: z.boolean().describe('It is not translated'),
      forms: z.array(z.string()),
    }),
  ),
  /** What other features offer about it: a label, an address, and how many things it leads to. */
  offered: z.array(
    z.object({
      label: z.string(),
      href: z.string(),
      count: z.int().optional(),
      about: z.object({ kind: z.string(), id: z.string() }).optional(),
    }),
  ),
});

export const localizeApi = contract({
  'PUT /api/v5/collection/:cid/texts': {
    summary: 'Save texts in several languages at once; none if one of them is no longer the text it was typed over',
    params: CollectionParams,
    body: z.strictObject({
      texts: z.partialRecord(Localized, TextsBody),
      base: Base.default({}),
      made_of: z.partialRecord(Localized, ParagraphsBody).optional(),
    }),
    // As many as the form of a collection sends, and what they were typed over.
    bodyLimit: 4 << 20,
    response: results(success.extend({ version: z.int() })),
  },
  'GET /api/v5/collection/:cid/localize/:locale/text': {
    summary: 'One text beside the English, and how similar texts of other collections were translated before',
    params: LocaleParams,
    query: z.object({ field: Field }),
    response: results(TextCard),
  },
  'PUT /api/v5/collection/:cid/localize/:locale/review': {
    summary:
      'Say that the texts of a language, or some paragraphs of one, are still right although those of another were saved since',
    params: LocaleParams,
    body: z.strictObject({ version, field: Field.optional(), made_of: ParagraphsBody.optional() }),
    response: results(success),
  },
});
