import { beginAct } from '#kernel/records/acts.ts';
import {
  changeRecord,
  getRecord,
  type RecordKind,
  recordCreated,
  removeRecord,
} from '#kernel/records/change-record.ts';
import { auditedValues } from '#kernel/records/record-fields.rules.ts';
import type { Insertion, Removal } from '#kernel/records/undoable.ts';
import type { Context } from '#kernel/work/context.ts';
import { termMessages } from './term.messages.ts';
import { termEntity } from './term.rules.ts';
import {
  deleteTerm,
  findTerm,
  insertDeletedTerm,
  insertTerm,
  lockTerm,
  type TermRow,
  updateTerm,
} from './term.store.ts';
import { type TermColumns, termFields } from './term-fields.rules.ts';

const kind: RecordKind<number, TermRow> = {
  entity: termEntity,
  missing: () => termMessages.error(404, 'term.not_found'),
  find: findTerm,
  lock: lockTerm,
  id: ({ term_idx }) => term_idx,
  audited: (row) => auditedValues(termFields, row),
};

/** The term with this number; 404 if there is none. */
export const getTerm = (ctx: Context, id: number): Promise<TermRow> => getRecord(ctx, kind, id);

/** Adds a term; a unique index refuses one that there is already, but for capitals, accents and hyphens. */
export const createTerm = async (ctx: Context, values: TermColumns): Promise<number> =>
  (await recordCreated(ctx, kind, await insertTerm(ctx, values))).term_idx;

/** What a change of a term sets; absent fields stay. */
export type TermChange = { [Name in keyof TermColumns]?: TermColumns[Name] | undefined } & {
  version?: number | undefined;
};

/** Writes what differs. */
export const changeTerm = (ctx: Context, id: number, { version, ...values }: TermChange): Promise<TermRow> =>
  changeRecord(ctx, kind, id, {
    version,
    values,
    write: (differing, before) => updateTerm(ctx, before, differing),
  });

/** Deletes a term: no text has to say anything for it any more. */
export async function removeTerm(ctx: Context, id: number): Promise<void> {
  const act = await beginAct(ctx);
  await removeRecord(ctx, kind, id, () => deleteTerm(ctx.db, act, id), { act });
}

/** How adding a term, and deleting one, is undone. */
export const termExistence: Removal & Insertion = {
  remove: (ctx, id) => removeTerm(ctx, Number(id)),
  insert: async (ctx, id, of) => {
    await insertDeletedTerm(ctx.db, of);
    await recordCreated(ctx, kind, Number(id));
  },
};
