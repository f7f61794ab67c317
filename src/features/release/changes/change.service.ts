import { listSelectedBids, listSelectedBooks } from '#features/library/book-selection.public.ts';
import { filesIn } from '#kernel/changesets/change.ts';
import type { ChangeSets } from '#kernel/changesets/change-sets.ts';
import { type ChangeConflict, rebased } from '#kernel/changesets/conflicts.ts';
import type { ChangeKind } from '#kernel/changesets/kinds.ts';
import { type GivenChanges, type MadeChange, planGiven } from '#kernel/changesets/plan.ts';
import { InputError } from '#kernel/http/error-answers.ts';
import { AppError } from '#kernel/messages/errors.ts';
import { beginAct } from '#kernel/records/acts.ts';
import { requireFresh } from '#kernel/records/stale.ts';
import { lockFilesAgainstSweep } from '#kernel/storage/file-owners.ts';
import type { Context } from '#kernel/work/context.ts';
import type { NewChange, SelectedBooks } from '../release.contract.ts';
import { releaseMessages } from '../release.messages.ts';
import { type Decision, mostChanges, releaseEntity } from '../release.rules.ts';
import { lockOpenRelease } from '../release-record.service.ts';
import {
  countChanges,
  deleteChange,
  listChanges,
  lockChanges,
  noteFiles,
  putChanges,
  type StoredChange,
  updateChange,
} from './change.store.ts';
import { storeTaken } from './change-undo.service.ts';
import { findConflicts } from './conflict.read.ts';

/** Puts a change of one record into a release, or replaces it there; without an id, one that adds a record. */
export async function putChange(
  ctx: Context,
  changeSets: ChangeSets,
  relIdx: number,
  { kind: name, id, values, version, merge }: NewChange,
): Promise<{ chg_idx: number; id: string; version: number; act_idx: number }> {
  const kind = kindOf(changeSets, name);
  const drawn = id === undefined ? await kind.create?.draw(ctx) : undefined;
  const of = id ?? drawn;
  if (of === undefined) throw new AppError(400, 'invalid.required', undefined, { field: 'id' });
  const act = await beginAct(ctx);
  const isNew = drawn !== undefined;
  const [put] = await putAll(ctx, changeSets, relIdx, { kind, ids: [of], values, version, merge, act, isNew });
  if (!put) throw releaseMessages.error(404, 'release.change_not_found');
  return { ...put, id: of, act_idx: act };
}

/**
 * Puts the same change of selected books into a release, beside what it already changes in them; or adds them to the
 * contents of a collection in it.
 */
export async function putSelectedBooks(
  ctx: Context,
  changeSets: ChangeSets,
  relIdx: number,
  { selection, collection, values }: SelectedBooks,
): Promise<{ count: number; act_idx: number }> {
  const act = await beginAct(ctx);
  if (collection !== undefined) {
    const books = await listSelectedBooks(ctx, selection, mostAdded + 1);
    const add = books.map((content_idx) => ({ content_type: 'book', content_idx }));
    const given = { ids: [collection], values: { ...values, add }, version: undefined, merge: true, act };
    await putAll(ctx, changeSets, relIdx, { ...given, kind: kindOf(changeSets, 'contents') });
    return { count: add.length, act_idx: act };
  }
  const ids = await listSelectedBids(ctx, selection, mostChanges + 1);
  const kind = kindOf(changeSets, 'book');
  await putAll(ctx, changeSets, relIdx, { kind, ids, values, version: undefined, merge: true, act });
  return { count: ids.length, act_idx: act };
}

// As many as a change of contents takes.
const mostAdded = 20_000;

interface Given extends Omit<GivenChanges, 'reason'> {
  kind: ChangeKind;
  /** As the live call takes them; with `reason`, why. */
  values: Record<string, unknown>;
  merge: boolean;
  /** The act, for its undo. */
  act: number;
}

async function putAll(ctx: Context, { kinds }: ChangeSets, relIdx: number, given: Given) {
  await lockOpenRelease(ctx, relIdx);
  const { kind, ids, merge, act, isNew } = given;
  if (kind.files) await lockFilesAgainstSweep(ctx);
  const had = await lockChanges(ctx.db, { rel_idx: relIdx, kinds: [kind.kind], ids });
  const total = (await countChanges(ctx.db, relIdx)) + ids.length - had.length;
  if (total > mostChanges) throw releaseMessages.error(422, 'release.full', { limit: mostChanges });
  const values = await readValues(kind, isNew ? kind.create?.values : kind.values, given.values);
  const planned = { ids, values, version: given.version, reason: reasonIn(given.values), isNew };
  const adding = [...(kind.create ? [kind.kind] : []), ...(kind.names?.kinds ?? [])];
  const named = await listChanges(ctx.db, { rel_idx: relIdx, kinds: adding, isNew: true });
  const added = named.filter((one) => one.kind !== kind.kind || ids.includes(one.id));
  const changes = await planGiven(ctx, { kinds, kind }, planned, { changes: merge ? had : [], added });
  const put = await putChanges(ctx, relIdx, changes);
  await noteFiles(ctx, relIdx, filesIn(kind, changes));
  const versions = put.map(({ chg_idx, version: made }) => ({ chg_idx, version: made }));
  const [only] = changes.length === 1 ? changes : [];
  const about = only ? aboutOf(kind, only) : { kind: kind.kind, count: ids.length };
  const noted = { ...about, ...namesOf(changes) };
  await storeTaken(ctx, { act, relIdx, did: 'put', noted }, { put: versions, had });
  return put;
}

/** What a change is about, for the trail: a record that it adds by its title, as nobody finds that by its number yet. */
const aboutOf = (kind: ChangeKind | undefined, { kind: name, id, base, fields }: MadeChange) => ({
  kind: name,
  ...(base === null && kind?.create ? { added: kind.create.shown(fields).title } : { record: id }),
});

/** The names of the fields that are put in, for the trail. */
const namesOf = (changes: readonly MadeChange[]) => ({
  names: [...new Set(changes.flatMap(({ fields }) => Object.keys(fields)))].slice(0, namedAtMost).join(', '),
});
const namedAtMost = 20;

/** Takes a change out of a release; returns the act, for its undo. */
export async function takeOut(
  ctx: Context,
  { kinds }: ChangeSets,
  { rel_idx: relIdx, chg_idx: chgIdx }: { rel_idx: number; chg_idx: number },
): Promise<number> {
  await lockOpenRelease(ctx, relIdx);
  const change = await lockChange(ctx, relIdx, chgIdx);
  const act = await beginAct(ctx);
  await deleteChange(ctx.db, chgIdx);
  const noted = aboutOf(kinds.of(change.kind), change);
  await storeTaken(ctx, { act, relIdx, did: 'removed', noted }, { put: [], had: [change] });
  return act;
}

/** Decides the conflicts of a change: it overwrites whatever is there by then, or takes what is there. */
export async function decideChange(
  ctx: Context,
  changeSets: ChangeSets,
  { rel_idx: relIdx, chg_idx: chgIdx }: { rel_idx: number; chg_idx: number },
  { decide, version }: { decide: Decision; version?: number | undefined },
): Promise<{ version: number; act_idx: number }> {
  const release = await lockOpenRelease(ctx, relIdx);
  const change = await lockChange(ctx, relIdx, chgIdx);
  const { version: current } = change;
  await requireFresh(ctx, { entity: releaseEntity, id: relIdx, current, loaded: version });
  const conflict = (await findConflicts(ctx, changeSets, release, [change])).get(change);
  if (conflict?.gone) throw releaseMessages.error(409, 'release.record_gone');
  if (decide === 'anyway') await updateChange(ctx.db, chgIdx, { anyway: true });
  else await rebaseChange(ctx, changeSets, change, conflict);
  const act = await beginAct(ctx);
  const noted = { ...aboutOf(changeSets.kinds.of(change.kind), change), decide };
  await storeTaken(ctx, { act, relIdx, did: 'decided', noted }, { put: [], had: [change] });
  return { version: change.version + 1, act_idx: act };
}

/** Has a change take what is there at its time, with the files that this names. */
async function rebaseChange(
  ctx: Context,
  { kinds }: ChangeSets,
  change: StoredChange,
  conflict: ChangeConflict | undefined,
): Promise<void> {
  const taken = rebased(change, conflict);
  await lockFilesAgainstSweep(ctx);
  await noteFiles(ctx, change.rel_idx, filesIn(kinds.of(change.kind), [taken]));
  await updateChange(ctx.db, change.chg_idx, { ...taken, anyway: false });
}

function kindOf({ kinds }: ChangeSets, name: string): ChangeKind {
  const kind = kinds.of(name);
  if (!kind) throw new AppError(400, 'invalid.input', undefined, { field: 'kind' });
  return kind;
}

async function readValues(
  kind: ChangeKind,
  values: ChangeKind['values'] | undefined,
  given: Record<string, unknown>,
): Promise<unknown> {
  const read = await (values ?? kind.values).safeParseAsync(given, { reportInput: true });
  if (!read.success) throw new InputError(read.error.issues);
  if (kind.namesIn(read.data).length === 0)
    throw releaseMessages.errorWith(422, 'release.no_fields', { field: 'values' });
  return read.data;
}

const reasonIn = ({ reason }: Record<string, unknown>): string | null =>
  typeof reason === 'string' && reason.trim() !== '' ? reason.trim() : null;

async function lockChange({ db }: Context, relIdx: number, chgIdx: number): Promise<StoredChange> {
  const [change] = await lockChanges(db, { rel_idx: relIdx, chg_idx: chgIdx });
  if (!change) throw releaseMessages.error(404, 'release.change_not_found');
  return change;
}
