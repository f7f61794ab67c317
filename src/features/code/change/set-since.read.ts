import { type RawBuilder, sql } from 'kysely';
import { actsOn } from '#kernel/records/acts.ts';
import { isSetSince as isRecordSetSince } from '#kernel/records/set-since.ts';
import { undoOf } from '#kernel/records/undo.ts';
import { codeEntity } from '../code.rules.ts';
import { batchEntity, loweredAction } from '../code-batch.rules.ts';
import type { ChangedField } from './code-change.rules.ts';

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
  // An act on what one learner has stores its effects as acts on other records do.
  const changed = sql<boolean>`(exists (
    select from code_change n where n.code = ${code} and n.act_idx = any(${changes}) and not exists (
      select from code_change r where r.code = n.code and r.act_idx = ${undoOf(sql`n.act_idx`)}))
    or exists (
      select from act_record n
      where n.entity = ${codeEntity} and n.record_id = ${code} and n.act_idx = any(${changes}) and not exists (
        select from act_record r
        where r.entity = n.entity and r.record_id = n.record_id and r.act_idx = ${undoOf(sql`n.act_idx`)})))`;
  if (field !== 'is_canceled') return changed;
  const ids = sql`select cg_idx::text from (${batches}) b`;
  const isLowered = sql`exists (
    select from (${actsOn({ entity: batchEntity, ids, action: loweredAction })}) l where l.act_idx > ${act}::bigint)`;
  const cancelled = isRecordSetSince({ entity: codeEntity, id: code, act: sql`${act}::bigint`, field });
  return sql<boolean>`(${changed} or (${isLowered} and ${cancelled}))`;
}
