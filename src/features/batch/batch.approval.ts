import { sql } from 'kysely';
import { batchEntity } from '#features/code/code-batch.public.ts';
import type { JudgedAct } from '#kernel/desk/approvals.ts';

const countIn = (side: unknown): number => Number(Object(side).count ?? 0);

/** How many codes an act issues: a new batch, or one that gets more. */
export const issuesCodes: JudgedAct = {
  rule: 'codes_above',
  counts: ({ entity, before, after }) =>
    entity === batchEntity && after !== undefined ? Math.max(0, countIn(after) - countIn(before)) : 0,
  inTrail: (limit) => sql<boolean>`entity = ${sql.lit(batchEntity)}
    and coalesce((after ->> 'count')::integer, 0) - coalesce((before ->> 'count')::integer, 0) > ${limit}`,
};
