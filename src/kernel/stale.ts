import { sql } from 'kysely';
import type { Context } from './context.ts';
import { AppError } from './errors.ts';

interface Freshness {
  entity: string;
  id: string | number;
  current: number;
  /** The version the caller loaded; absent means the caller does not mind. */
  loaded: number | undefined;
}

/** Refuses a write over a version the caller has not seen: 409 with who saved last, and when (seconds). */
export async function requireFresh(ctx: Context, { entity, id, current, loaded }: Freshness): Promise<void> {
  if (loaded === undefined || loaded === current) return;
  const last = await ctx.db
    .selectFrom('audit')
    .select(['actor', sql<number>`extract(epoch from at)::bigint`.as('at')])
    .where('entity', '=', entity)
    .where('entity_id', '=', String(id))
    .orderBy('audit_idx', 'desc')
    .executeTakeFirst();
  const at = last?.at ?? Math.floor(ctx.now.getTime() / 1000);
  const values = { name: last?.actor ?? '—', time: new Date(at * 1000).toISOString().replace('T', ' ').slice(0, 16) };
  throw new AppError(409, 'error.stale', values, { details: { name: values.name, at, version: current } });
}
