import { type RawBuilder, sql } from 'kysely';
import { isSetSince as isRecordSetSince } from '#kernel/undo.ts';
import { batchEntity, loweredAction } from '../batch/batch.service.ts';
import { codeEntity } from '../code.rules.ts';
import type { ChangedField } from './change.rules.ts';

interface SinceAct {
  code: RawBuilder<unknown>;
  act: number;
  /** The batches whose codes the act changed: yields `cg_idx`. */
  batches: RawBuilder<unknown>;
}

/**
 * The condition that a later act set the same field of a code, to whatever value; see the kernel's. The acts are found
 * by batch, once, and only codes of batches with such acts are looked up.
 */
export function isSetSince(field: ChangedField, { code, act, batches }: SinceAct): RawBuilder<boolean> {
  const changes = sql`array(
    select n.act_idx from code_act n
    where n.cg_idx in (${batches}) and n.act_idx > ${act}::bigint and n.field = ${field} and n.value is not null)`;
  const changed = sql<boolean>`exists (
    select from code_change n where n.code = ${code} and n.act_idx = any(${changes}) and not exists (
      select from audit u join code_change r on r.act_idx = u.act_idx
      where u.undoes = n.act_idx and r.code = n.code))`;
  if (field !== 'is_canceled') return changed;
  const isLowered = sql`exists (
    select from audit l where l.entity = ${sql.lit(batchEntity)} and l.action = ${sql.lit(loweredAction)}
      and l.entity_id in (select cg_idx::text from (${batches}) b) and l.act_idx > ${act}::bigint)`;
  const cancelled = isRecordSetSince({ entity: codeEntity, id: code, act: sql`${act}::bigint`, field });
  return sql<boolean>`(${changed} or (${isLowered} and ${cancelled}))`;
}
