import { z } from 'zod';
import { BookSelection } from '#features/library/book-selection.public.ts';
import { Time, Zone } from '#features/reservation/reservation.public.ts';
import { PageNumber } from '#kernel/db/paging.ts';
import { contract } from '#kernel/work/contract.ts';
import { act_idx, idx, results, succeeded, success, title, version } from '#kernel/work/fields.ts';
import { choice, type FilterOf, filterOf } from '#kernel/work/filter.ts';
import { decisions, statuses } from './release.rules.ts';

/** The filter of the list of releases. */
const releaseFilter = filterOf({ status: choice(statuses) });
export type ReleaseFilter = FilterOf<typeof releaseFilter>;

/** Of its page. The releases to come are always first. */
export const releaseQueries = { address: releaseFilter.address.extend({ page: PageNumber }) };

export const ReleaseParams = z.object({ rel_idx: idx });
const ChangeParams = ReleaseParams.extend({ chg_idx: idx });

/** 0 and null are no time. */
const ReleaseTime = z.union([z.literal(0).transform(() => null), Time, z.null()], 'reservation.time_rule');
const when = { apply_at: ReleaseTime.optional(), zone: Zone.optional() };

const NewRelease = z.strictObject({ name: title, ...when });
export type NewRelease = z.output<typeof NewRelease>;

const ReleaseUpdate = z.strictObject({ name: title.optional(), ...when, version });
export type ReleaseUpdate = z.output<typeof ReleaseUpdate>;

const NewChange = z.strictObject({
  kind: z.enum([
    'book',
    'words',
    'images',
    'files',
    'units',
    'collection',
    'contents',
    'advertisement',
    'series',
    'roadmap',
    'guide',
    'guide_item',
    'event',
  ]),
  id: z
    .union([z.string().trim().min(1).max(200), idx.transform(String)])
    .optional()
    .describe('Left out to add a record, such as an item of a guide (`guide_item`)'),
  values: z.record(z.string(), z.unknown()).describe('What the live call takes; a book also takes `published`'),
  version: version.describe('The version of the record that the caller loaded'),
  merge: z.boolean().default(false).describe('Adds to what the release already changes in the record'),
});
export type NewChange = z.output<typeof NewChange>;

const SelectedBooks = z.strictObject({
  selection: BookSelection,
  collection: z.string().trim().min(1).max(200).optional().describe('A cid: adds the books to its contents'),
  values: z.record(z.string(), z.unknown()).describe('As for a change of one book, or of the contents'),
});
export type SelectedBooks = z.output<typeof SelectedBooks>;

const pictures = z.array(
  z.object({ href: z.string(), name: z.string(), open: z.string().describe('Where it can be opened as it is') }),
);
const files = z.array(
  z.object({
    href: z.string(),
    name: z.string(),
    ms: z.int().optional().describe('How long it is heard, in milliseconds; absent if it is no sound'),
  }),
);
const cells = z.array(z.string()).nullable();
const Shown = z.object({
  label: z.string(),
  before: z.string(),
  after: z.string(),
  pictures: z.object({ before: pictures, after: pictures }).optional().describe('What it looks like, by address'),
  href: z.string().optional().describe('Where what is set can be opened, such as a file'),
  files: z
    .object({ before: files, after: files })
    .optional()
    .describe('The files that are and will be there, as far as they are stored'),
  table: z
    .object({
      columns: z.array(z.string()),
      rows: z.array(z.object({ before: cells, after: cells })),
      more: z.int().describe('How many more rows differ'),
    })
    .optional()
    .describe('The first rows that differ of a table, such as units; without one side, a row comes or goes'),
});

const Conflict = z.object({
  text: z
    .string()
    .describe(
      'All of it as a sentence, in the language of the caller; also which record has a value that must be unique',
    ),
  edited: z
    .object({ name: z.string(), at: z.int() })
    .nullable()
    .describe('Who changed the same field since it was put in, and when'),
  release: z.object({ rel_idx: z.int(), name: z.string(), apply_at: z.int() }).nullable().describe('That comes before'),
  reservation: z.object({ res_idx: z.int(), apply_at: z.int() }).nullable().describe('That comes before'),
  gone: z.boolean().describe('The record no longer exists: the change can only be taken out'),
  fields: z.array(
    Shown.describe('`before` is what is there at its time without the release, `after` is what the release sets'),
  ),
});
export type Conflict = z.output<typeof Conflict>;

const ReleaseChange = z.object({
  chg_idx: z.int(),
  kind: z.string(),
  id: z.string(),
  title: z.string(),
  href: z.string().nullable(),
  is_new: z.boolean().describe('Whether it adds the record'),
  fields: z.array(
    Shown.extend({
      field: z.string(),
      differs: z.boolean().describe('Whether it was another value when the change was put in'),
    }),
  ),
  reason: z.string().nullable(),
  anyway: z.boolean(),
  put_by: z.string().nullable(),
  put_at: z.int(),
  version: z.int(),
  conflict: Conflict.nullable(),
});
export type ReleaseChange = z.output<typeof ReleaseChange>;

const ReleaseRow = z.object({
  rel_idx: z.int(),
  name: z.string(),
  status: z.enum(statuses),
  apply_at: z.int().describe('0 for a draft'),
  zone: z.string(),
  count: z.int().describe('Of its changes'),
  problem: z.string().nullable().describe('Why it failed'),
  awaits: z.int().nullable().describe('The approval without which it is not applied'),
  act_idx: z.int().nullable().describe('The act that applied it; see /api/v1/act'),
  undone: z.object({ at: z.int(), actor: z.string().nullable() }).nullable(),
  ended_at: z.int(),
  created_at: z.int(),
  created_by: z.string().nullable(),
  updated_at: z.int(),
  updated_by: z.string().nullable(),
  version: z.int(),
});
export type ReleaseRow = z.output<typeof ReleaseRow>;

const ReleaseRecord = ReleaseRow.extend({ changes: z.array(ReleaseChange) });

const Saved = z.object({ success: succeeded, rel_idx: z.int(), version: z.int(), act_idx });
const Undoable = success.extend({ act_idx: z.int().describe('For undoing it') });

// The texts of a collection in five languages, or the order of every series.
const bodyLimit = 4 << 20;
const bodyValues = 130_000;

export type ReleaseApi = typeof releaseApi;
export const releaseApi = contract({
  'GET /api/v1/release': {
    forPrograms: true,
    summary: 'The releases, those that are open first, then the latest; at most 500',
    response: results(z.array(ReleaseRow)),
  },
  'POST /api/v1/release': {
    summary: 'Add a release: a draft, or with apply_at (seconds, or an ISO time with its offset) one that is scheduled',
    body: NewRelease,
    response: results(Saved),
  },
  'GET /api/v1/release/:rel_idx': {
    forPrograms: true,
    summary: 'A release with its changes and their conflicts',
    params: ReleaseParams,
    response: results(ReleaseRecord),
  },
  'PUT /api/v1/release/:rel_idx': {
    summary: 'Rename, schedule or move a release; apply_at null or 0 makes it a draft. A failed one is then open again',
    params: ReleaseParams,
    body: ReleaseUpdate,
    response: results(Saved),
  },
  'DELETE /api/v1/release/:rel_idx': {
    summary: 'Cancel a release; one that was applied is refused',
    params: ReleaseParams,
    form: true,
    body: z.strictObject({ version }).nullish(),
    response: results(Undoable),
  },
  'POST /api/v1/release/:rel_idx/copy': {
    summary: 'Make a release with the same changes, based on what is there now: a draft, or with apply_at as in POST',
    params: ReleaseParams,
    form: true,
    body: NewRelease.partial().nullish(),
    response: results(
      Saved.extend({
        left_out: z.int().describe('Changes that were left out: their records or files no longer exist'),
      }),
    ),
  },
  'POST /api/v1/release/:rel_idx/apply': {
    forPrograms: true,
    summary: 'Apply a release now, whole or not at all; 409 while a conflict is undecided',
    params: ReleaseParams,
    long: true,
    response: results(Undoable),
  },
  'PUT /api/v1/release/:rel_idx/change': {
    summary: 'Put a change of a record into a release, or replace it; refused as the live call would be',
    params: ReleaseParams,
    body: NewChange,
    bodyLimit,
    bodyValues,
    response: results(
      Undoable.extend({
        chg_idx: z.int(),
        id: z.string().describe('Of a record that it adds, the one that it will have'),
        version: z.int(),
      }),
    ),
  },
  'PUT /api/v1/release/:rel_idx/change/selected': {
    summary: 'Put the same change of the selected books into a release, beside what it already changes in them',
    params: ReleaseParams,
    body: SelectedBooks,
    bodyLimit,
    bodyValues,
    response: results(Undoable.extend({ count: z.int() })),
  },
  'PUT /api/v1/release/:rel_idx/change/:chg_idx': {
    summary:
      'Decide the conflicts of a change: `anyway` overwrites what is there by then, `rebase` takes it into the release',
    params: ChangeParams,
    body: z.strictObject({ decide: z.enum(decisions), version }),
    response: results(Undoable.extend({ version: z.int() })),
  },
  'DELETE /api/v1/release/:rel_idx/change/:chg_idx': {
    summary: 'Take a change out of a release',
    params: ChangeParams,
    response: results(Undoable),
  },
});
