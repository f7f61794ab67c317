import { sql } from 'kysely';
import type { Context } from './context.ts';
import { AppError } from './errors.ts';
import { languageTag } from './i18n/locale.ts';

interface Freshness {
  entity: string;
  id: string | number;
  current: number;
  /** The version the caller loaded; absent means the caller does not mind. */
  loaded: number | undefined;
  /** What is stored now, for the screen to show beside what was typed. */
  record?: Record<string, unknown>;
}

/** Refuses a write over a version the caller has not seen: 409 with who saved last, and when (seconds). */
export async function requireFresh(ctx: Context, freshness: Freshness): Promise<void> {
  const { entity, id, current, loaded, record } = freshness;
  if (loaded === undefined || loaded === current) return;
  const { name, at } = await lastChange(ctx, { entity, id });
  const format = { dateStyle: 'medium', timeStyle: 'short', timeZone: ctx.timeZone } as const;
  const time = new Intl.DateTimeFormat(languageTag(ctx.locale), format).format(at * 1000);
  throw new AppError(409, 'error.stale', { name, time }, { details: { name, at, version: current, record } });
}

/** Who changed a record last, and when (seconds), by the audit trail. */
export async function lastChange(
  ctx: Context,
  { entity, id, action }: { entity: string; id: string | number; action?: string },
): Promise<{ name: string; at: number }> {
  const last = await ctx.db
    .selectFrom('audit')
    .select(['actor', sql<number>`extract(epoch from at)::bigint`.as('at')])
    .where('entity', '=', entity)
    .where('entity_id', '=', String(id))
    .$if(action !== undefined, (query) => query.where('action', '=', String(action)))
    .orderBy('audit_idx', 'desc')
    .executeTakeFirst();
  return { name: last?.actor ?? '—', at: last?.at ?? Math.floor(ctx.now.getTime() / 1000) };
}
