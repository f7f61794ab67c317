import { sql } from 'kysely';
import { type ActUndo, type KeptRecord, namedKept } from '#kernel/records/act-undo.ts';
import { storeEffects } from '#kernel/records/acts.ts';
import type { Context } from '#kernel/work/context.ts';
import { isOpen, releaseEntity } from '../release.rules.ts';
import { releaseKind } from '../release-record.service.ts';
import { deleteUntouched, type StoredChange } from './change.store.ts';

/** What an act did to the changes of a release: those it put in, and those that stood there before. */
interface Taken {
  put: { chg_idx: number; version: number }[];
  had: StoredChange[];
}

/** Notes what an act did to the changes of a release, and stores it for its undo; `noted` is what the trail says of it. */
export async function storeTaken(
  ctx: Context,
  { act, relIdx, did, noted }: { act: number; relIdx: number; did: 'put' | 'removed' | 'decided'; noted: object },
  taken: Taken,
): Promise<void> {
  ctx.audit({
    entity: releaseEntity,
    id: relIdx,
    action: `${releaseEntity}.change_${did}`,
    [did === 'removed' ? 'before' : 'after']: noted,
    act,
  });
  ctx.changed(releaseEntity, relIdx);
  await storeEffects(act, releaseEntity, {
    from: sql`(select) one`,
    id: sql`${String(relIdx)}::text`,
    after: sql`${JSON.stringify(noted)}::jsonb`,
    undo: sql`${JSON.stringify(taken)}::jsonb`,
  }).execute(ctx.db);
}

/**
 * Undoes putting changes into a release, or taking one out, while the release is open. Written by hand, because changes that
 * wait have no trail: they are compared by their versions.
 */
export const changesUndo: ActUndo = {
  foresee: async (ctx, act) => {
    const { id, taken } = await takenBy(ctx, act);
    const release = await releaseKind.find(ctx, Number(id));
    const count = Math.max(taken.put.length, taken.had.length);
    if (release && isOpen(release.status)) return { back: count, kept: 0, first: [] };
    return { back: 0, kept: count, first: [kept(id)].slice(0, namedKept) };
  },
  undo: async (ctx, { of }) => {
    const { id, taken } = await takenBy(ctx, of);
    const release = await releaseKind.lock(ctx, Number(id));
    const count = Math.max(taken.put.length, taken.had.length);
    if (!release || !isOpen(release.status)) return { back: 0, kept: count };
    const before = new Set(taken.had.map(({ chg_idx }) => chg_idx));
    const added = taken.put.filter(({ chg_idx: chgIdx }) => !before.has(chgIdx));
    const back = (await deleteUntouched(ctx.db, added)) + (await putBack(ctx, taken.had));
    ctx.changed(releaseEntity, id);
    return { back, kept: count - back };
  },
};

const kept = (id: string): KeptRecord => ({ entity: releaseEntity, id, reason: 'undo.kept_edited' });

async function takenBy(ctx: Context, act: number): Promise<{ id: string; taken: Taken }> {
  const { rows } = await sql<{ id: string; taken: Taken }>`
    select record_id as id, undo as taken from act_record
    where act_idx = ${act}::bigint and entity = ${releaseEntity}`.execute(ctx.db);
  return rows[0] ?? { id: '', taken: { put: [], had: [] } };
}

/** Puts changes back as they were; one that was put in again since stays as it is. */
async function putBack(ctx: Context, had: readonly StoredChange[]): Promise<number> {
  const result = await sql`
    insert into release_change as c
      (chg_idx, rel_idx, kind, record_id, fields, base, reason, anyway, put_at, put_by, version)
    overriding system value
    select chg_idx, rel_idx, kind, id, fields, coalesce(base, 'null'), reason, anyway, to_timestamp(put_at), put_by, version + 2
    from jsonb_to_recordset(${JSON.stringify(had)}::jsonb) as given (chg_idx integer, rel_idx integer, kind text,
      id text, fields jsonb, base jsonb, reason text, anyway boolean, put_at bigint, put_by text, version integer)
    on conflict on constraint release_change__record_key do update
    set fields = excluded.fields, base = excluded.base, reason = excluded.reason, anyway = excluded.anyway,
      put_at = excluded.put_at, put_by = excluded.put_by, version = excluded.version
    where c.chg_idx = excluded.chg_idx and c.version = excluded.version - 1`.execute(ctx.db);
  return Number(result.numAffectedRows ?? 0);
}
