import { z } from 'zod';
import { AnyPage } from '#kernel/db/paging.ts';
import { translationTypes } from '#kernel/http/export.ts';
import { locales, parseLocale } from '#kernel/messages/locale.ts';
import { contract } from '#kernel/work/contract.ts';
import { idx, results } from '#kernel/work/fields.ts';
import { conflictWays, textForms, textSelections } from './texts.rules.ts';

const Language = z.preprocess((tag) => parseLocale(tag) ?? tag, z.enum(locales));

const Languages = z.preprocess(
  (given) => (typeof given === 'string' ? given.split(',').map((tag) => parseLocale(tag.trim()) ?? tag) : given),
  z.array(z.enum(locales)).transform((all) => [...new Set(all)]),
);

/** Which texts leave: of which records, from which language to which, and how. */
export const TextsQuery = z.object({
  what: z.string().max(60).default('collection'),
  from: Language.default('en'),
  to: Languages.default([...locales]),
  only: z.enum(textSelections).default('all'),
  as: z.enum(textForms).default('xlsx'),
});
export type TextsQuery = z.output<typeof TextsQuery>;

export const TextImportParams = z.object({ timp_idx: idx });

const Row = z.object({
  /** The cell of a sheet. */
  place: z.string().nullable(),
  id: z.string(),
  what: z.string(),
  context: z.string(),
  field: z.string(),
  label: z.string(),
  language: z.enum(locales),
  state: z.enum(['changed', 'conflict', 'wrong']),
  /** The text now, or the one that the import replaced. */
  before: z.string(),
  after: z.string(),
  /** Of a text that left by paragraph, how many of those whose English was changed are right as they are, and how many are left. */
  paragraphs: z.object({ right: z.int(), left: z.int() }).nullable(),
  /** What is wrong with it, or what was changed since the file left. */
  message: z.string().nullable(),
  /** The terms of its English that it does not say: a hint, not a mistake. */
  terms: z.array(
    z.object({
      term: z.string(),
      /** What it is called in the language, the usual form first. */
      forms: z.array(z.string()),
      /** The English around it; `new` is the term. */
      english: z.array(z.object({ kind: z.enum(['same', 'old', 'new']), text: z.string() })),
    }),
  ),
});
export type TextRow = z.output<typeof Row>;

/** An import of texts: how many it changes, and the texts that it would not leave as they are. */
export type TextImportState = z.output<typeof TextImportState>;
const TextImportState = z.object({
  timp_idx: z.int(),
  file: z.string(),
  status: z.enum(['ready', 'applied', 'undone']),
  created_at: z.int(),
  created_by: z.string().nullable(),
  act_idx: z.int().nullable(),
  changed: z.int(),
  same: z.int(),
  conflicts: z.int(),
  wrong: z.int(),
  rows: z.array(Row),
});

export const textsApi = contract({
  'GET /api/v1/texts': {
    forPrograms: true,
    summary:
      'Texts for translators: a sheet with a column for each language, or XLIFF 2.0 or 1.2, as a zip if there are several languages',
    query: TextsQuery,
    stream: translationTypes,
    replica: true,
  },
  'POST /api/v1/texts/import': {
    forPrograms: true,
    summary: 'Read a file of texts that came back; nothing is changed yet',
    files: { file: 'one' },
    response: results(z.object({ timp_idx: z.int() })),
  },
  'GET /api/v1/texts/import/:timp_idx': {
    forPrograms: true,
    summary: 'What a file of texts would change, text by text: wrong ones first, then conflicts',
    params: TextImportParams,
    query: z.object({ page: AnyPage }),
    response: results(TextImportState),
  },
  'POST /api/v1/texts/import/:timp_idx/apply': {
    forPrograms: true,
    summary:
      'Save the texts of a file, all or none; if texts were changed since it left, `conflicts` says whether to keep or replace them',
    params: TextImportParams,
    body: z.strictObject({ conflicts: z.enum(conflictWays).optional() }).nullish(),
    long: true,
    response: results(z.object({ act_idx: z.int(), changed: z.int() })),
  },
});
