import { z } from 'zod';
import { Referring } from '../records/references.contract.ts';
import { contract } from '../work/contract.ts';
import { idx, results, succeeded } from '../work/fields.ts';

const params = z.object({ act_idx: idx });

// They fit into an address, and need no job.
const mostRecords = 1000;
const Id = z.string().min(1).max(200);
const Ids = z.array(Id).min(1).max(mostRecords);

/** The ids of some records of an act in an address: `ids=B0101&ids=B0102`. */
const IdsInAddress = z
  .union([Id.transform((id) => [id]), Ids])
  .optional()
  .describe('Only these of its records; repeat it for several');

const Person = z.object({ at: z.int(), actor: z.string().nullable() });

/** An act, and what undoing it now would do. Times in seconds. */
const ActState = Person.extend({
  act_idx: z.int(),
  /** The record it was done to, such as an import; null for an act on a selection. */
  href: z.string().nullable(),
  /** Who undid it, or these records, and when. */
  undone: Person.nullable(),
  /** Null if it cannot be undone or already has been. */
  undo: z
    .object({
      back: z.int(),
      /** What exactly happens to the records that are not kept, such as "9 books are deleted". */
      effects: z.array(z.string()),
      kept: z.int(),
      /** What contains the deleted ones only through others, and loses them. */
      lost_in: Referring.optional(),
      /** How many of its records readers can see: undoing it then needs the typed confirmation. */
      live: z.int(),
      /** The record of the act is deleted: its page will be gone. */
      removes: z.boolean(),
      /** A job does it, because there are too many records to wait for. */
      long: z.boolean(),
      /** The first records that would be kept as they are. */
      first: z.array(
        z.object({
          title: z.string(),
          href: z.string().nullable(),
          reason: z.string(),
          /** Who touched it last since then, and when; null if nobody is known. */
          by: z.string().nullable(),
          at: z.int().nullable(),
        }),
      ),
    })
    .nullable(),
});

export const undoApi = contract({
  'GET /api/v1/act/:act_idx': {
    forPrograms: true,
    summary:
      'The state of a bulk action: whether it was undone, and what undoing it, or some of its records, would change',
    params,
    query: z.object({ ids: IdsInAddress }),
    response: results(ActState),
  },
  'GET /api/v1/deletion': {
    summary: 'Who has just deleted the record that had this page, and when; null if nobody did. act_idx undoes it',
    query: z.object({ href: z.string().max(400) }),
    response: results(Person.extend({ act_idx: z.int().nullable() }).nullable()),
  },
  'POST /api/v1/act/:act_idx/undo': {
    forPrograms: true,
    summary: 'Undo a bulk action, or some of its records; records changed since then are kept',
    params,
    /** The records it is undone for; the others can be undone later. Without it, all that are left. */
    body: z.strictObject({ ids: Ids.optional() }).nullish(),
    bodyLimit: 1 << 20,
    long: true,
    response: results(
      z.object({
        success: succeeded,
        back: z.int(),
        kept: z.int(),
        /** The job that undoes it, if there are more than 5,000 records; see /api/v1/work. */
        work_idx: z.int().optional(),
      }),
    ),
  },
});
