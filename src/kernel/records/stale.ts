import { type RawBuilder, sql } from 'kysely';
import { secondsOf } from '../db/seconds.ts';
import { AppError } from '../messages/errors.ts';
import { timeText } from '../messages/time-text.ts';
import { inSeconds } from '../text/seconds.rules.ts';
import { actorName } from '../work/actor.ts';
import type { Context } from '../work/context.ts';
import { isShown } from './history.ts';

interface Freshness {
  entity: string;
  id: string | number;
  /** A version, or the key of an order. */
  current: number | string;
  /** The one the caller loaded; if absent, the check is skipped. */
  loaded: number | string | undefined;
  /** The stored record, for the screen to show beside the input. */
  record?: Record<string, unknown>;
}

/** Refuses to overwrite a version the caller has not seen: 409 with who saved last, and when (seconds). */
export async function requireFresh(ctx: Context, freshness: Freshness): Promise<void> {
  const { entity, id, current, loaded, record } = freshness;
  if (loaded === undefined || loaded === current || isComparedWhole(ctx)) return;
  const { name, at } = await lastChange(ctx, { entity, id, fields: Object.keys(record ?? {}) });
  throw new AppError(
    409,
    'error.stale',
    { name, own: name === actorName(ctx.actor) ? 'yes' : 'no', time: timeText(ctx, at) },
    { details: { name, at, version: current, record } },
  );
}

/**
 * Whether the work was proposed before, and is done only if it is still exactly that: whatever others have changed since is
 * seen by this, and a version of that time would refuse it for good.
 */
const isComparedWhole = ({ approval, proposal }: Context): boolean => (approval ?? proposal)?.isComparedWhole === true;

/** The version of a record that has no version number: the number of the last row of its trail, 0 if it has none. */
export async function trailVersion(ctx: Context, entity: string, id: string | number): Promise<number> {
  return (await trailVersions(ctx, entity, [id])).get(String(id)) ?? 0;
}

/** The trail versions of several records of one kind, by id; records without a trail are missing. */
export async function trailVersions(
  ctx: Context,
  entity: string,
  ids: readonly (string | number)[],
): Promise<Map<string, number>> {
  const rows = await ctx.db
    .selectFrom('audit')
    .select(['entity_id', (eb) => eb.fn.max<number>('audit_idx').as('version')])
    .where('entity', '=', entity)
    .where(sql<boolean>`entity_id = any(${ids.map(String)})`)
    .groupBy('entity_id')
    .execute();
  return new Map(rows.map((row) => [row.entity_id, row.version]));
}

interface LastChange {
  entity: string;
  id: string | number;
  /** Only acts with this name count. */
  action?: string;
  /** Only acts that changed one of these count; an empty list means any act. */
  fields?: readonly string[];
}

/** Who changed something, and when: seconds. */
export interface LastChanger {
  name: string;
  at: number;
}

/** Who last changed a record, and when (seconds), from its history: by its fields, as acts on other parts of it may come after. */
export async function lastChange(ctx: Context, wanted: LastChange): Promise<LastChanger> {
  const [last = byNobody(ctx)] = await lastChanges(ctx, [wanted]);
  return last;
}

const byNobody = (ctx: Context) => ({ name: '—', at: inSeconds(ctx.now) });

/** The last change of each of these, in their order. */
export async function lastChanges(ctx: Context, wanted: readonly LastChange[]): Promise<LastChanger[]> {
  const parts = wanted.map(({ entity, id, action = null, fields = [] }) => ({
    entity,
    id: String(id),
    action,
    fields,
  }));
  // An act without details may have changed any field.
  const changesAny = (of: RawBuilder<unknown>) => sql`(cardinality(w.fields) = 0 or ${of}.before ?| w.fields
    or ${of}.after ?| w.fields or (coalesce(${of}.before, '{}') = '{}' and coalesce(${of}.after, '{}') = '{}'))`;
  const { rows } = await sql<{ found: boolean; actor: string | null; at: number }>`
    select last.at is not null as found, last.actor, ${secondsOf('last.at')} as at
    from rows from (jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) as (entity text, id text, action text, fields text[]))
      with ordinality as w (entity, id, action, fields, place)
    left join lateral (
      select * from (
        (select a.audit_idx, a.actor, a.at from audit a
         where a.entity = w.entity and a.entity_id = w.id and ${changesAny(sql`a`)}
           and case when w.action is not null then a.action = w.action else not exists (
             select from act_record r
             where r.entity = w.entity and r.record_id = w.id and r.act_idx = a.act_idx and ${isShown}) end
         order by a.audit_idx desc limit 1)
        union all
        (select a.audit_idx, a.actor, a.at from act_record r join audit a on a.act_idx = r.act_idx
         where r.entity = w.entity and r.record_id = w.id and w.action is null and ${isShown} and ${changesAny(sql`r`)}
         order by a.audit_idx desc limit 1)
      ) each order by audit_idx desc limit 1
    ) last on true
    order by w.place`.execute(ctx.db);
  const system = ctx.text('actor.system');
  return rows.map(({ found, actor, at }) => (found ? { name: actor ?? system, at } : byNobody(ctx)));
}

/** A record, and what of its trail counts: since a moment (seconds); if it is the order of all records of its kind, also others. */
interface ChangedSince {
  entity: string;
  id: string;
  since: number;
  isOfAll: boolean;
}

/**
 * Who last changed each of these records or a part of it since a moment, in their order; if it is the order of all records of
 * its kind, also by adding or deleting one.
 */
export async function lastChangesSince(
  ctx: Context,
  wanted: readonly ChangedSince[],
): Promise<(LastChanger | undefined)[]> {
  if (wanted.length === 0) return [];
  const records = wanted.map(({ entity, id, since, isOfAll }) => ({ entity, id, since, is_of_all: isOfAll }));
  const { rows } = await sql<{ found: boolean; actor: string | null; at: number }>`
    select last.at is not null as found, last.actor, ${secondsOf('last.at')} as at
    from rows from (jsonb_to_recordset(${JSON.stringify(records)}::jsonb)
        as (entity text, id text, since float8, is_of_all boolean))
      with ordinality as w (entity, id, since, is_of_all, place)
    left join lateral (
      -- An index for each part.
      select * from (
        (select a.audit_idx, a.actor, a.at from audit a
         where a.entity = w.entity and a.entity_id = w.id and a.at >= to_timestamp(w.since)
         order by a.audit_idx desc limit 1)
        union all
        (select a.audit_idx, a.actor, a.at from audit a
         where a.of_entity = w.entity and a.of_id = w.id and a.at >= to_timestamp(w.since)
         order by a.audit_idx desc limit 1)
        union all
        (select a.audit_idx, a.actor, a.at from audit a
         where w.is_of_all and a.entity = w.entity and a.action in (w.entity || '.created', w.entity || '.deleted')
           and a.at >= to_timestamp(w.since)
         order by a.audit_idx desc limit 1)
      ) each order by audit_idx desc limit 1
    ) last on true
    order by w.place`.execute(ctx.db);
  const system = ctx.text('actor.system');
  return rows.map(({ found, actor, at }) => (found ? { name: actor ?? system, at } : undefined));
}
