import { sql } from 'kysely';
import type { Context } from '../work/context.ts';
import { differences, type VersionChange, withoutChanges } from './version-changes.rules.ts';
import { newestOf, type Versioned, versionNotFound, versionsOf } from './versions.ts';

/** The differences from one version to another, older or newer. */
export async function compareVersions(
  ctx: Context,
  record: Versioned,
  from: number,
  to: number,
): Promise<VersionChange[]> {
  const [older, newer] = from < to ? [from, to] : [to, from];
  const newest = await findNewest(ctx, record, older);
  const since = await changesSince(ctx, record, older, newest.ver_idx);
  if (!since.some(({ ver_idx }) => ver_idx === newer)) throw versionNotFound();
  const later = stateBefore(
    newest,
    since.filter(({ ver_idx }) => ver_idx > newer),
  );
  const earlier = stateBefore(
    { state: later },
    since.filter(({ ver_idx }) => ver_idx <= newer),
  );
  return from < to ? differences(earlier, later) : differences(later, earlier);
}

/**
 * The state of a record at a version. To restore it, the owner saves it through its own service, which creates a new
 * version with `restores`.
 */
export async function stateAt<State extends object>(
  ctx: Context,
  record: Versioned<State>,
  verIdx: number,
): Promise<State> {
  const newest = await findNewest(ctx, record);
  // A version created after the state was read is not part of it.
  return stateBefore(newest, await changesSince(ctx, record, verIdx, newest.ver_idx));
}

interface Changed {
  ver_idx: number;
  changes: VersionChange[];
}

/** The state before these versions. */
const stateBefore = <State extends object>(
  { state, grown }: { state: State; grown?: Partial<State> },
  versions: readonly Changed[],
): State =>
  withoutChanges(
    { ...state, ...grown },
    versions.flatMap(({ changes }) => changes),
  );

/** A version with no changes, and those after it up to another one, newest first. Throws 404 if there is no such version. */
async function changesSince(ctx: Context, record: Versioned, since: number, until: number): Promise<Changed[]> {
  const rows = await versionsOf(ctx, record)
    .select(['ver_idx', sql<VersionChange[]>`case when ver_idx > ${since} then changes else '[]' end`.as('changes')])
    .where('ver_idx', '>=', since)
    .where('ver_idx', '<=', until)
    .orderBy('ver_idx', 'desc')
    .execute();
  if (rows.at(-1)?.ver_idx !== since) throw versionNotFound();
  return rows;
}

/**
 * The newest state, read together with the growing parts, so that both belong to one version; of these only what was
 * changed after the version `since`, if it is given.
 */
async function findNewest<State extends object>(ctx: Context, record: Versioned<State>, since?: number) {
  const { entity, id, grown = () => sql`select '{}'::json` } = record;
  const keys = sql`
    select e.change -> 'path' ->> 1 from version v cross join jsonb_array_elements(v.changes) e (change)
    where v.entity = ${entity} and v.entity_id = ${String(id)} and v.ver_idx > ${since}`;
  const parts = grown(since === undefined ? undefined : keys);
  const newest = newestOf(ctx, record)
    .select(sql`(${parts})`.as('grown'))
    .$castTo<{ ver_idx: number; state: State; grown: Partial<State> }>();
  const found = await newest.executeTakeFirst();
  if (!found) throw versionNotFound();
  return found;
}
