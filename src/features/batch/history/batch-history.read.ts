import { type RawBuilder, sql } from 'kysely';
import { codeEntity } from '#features/code/code.public.ts';
import { batchEntity, codesReplacedAction, loweredAction } from '#features/code/code-batch.public.ts';
import { undoWithin } from '#features/code/code-change.public.ts';
import { offsetOf, type Page } from '#kernel/db/paging.ts';
import { secondsOf } from '#kernel/db/seconds.ts';
import { actsOfRecord, actsOnParts, sharesOfActs, undoOf } from '#kernel/records/undo.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import { lotEntity } from '../lot/lot.rules.ts';
import type { BatchHistoryEntry } from './batch-history.contract.ts';

/** The columns that entries of each kind have, beside what only some kinds tell. */
type StoredEntry = Pick<BatchHistoryEntry, 'at' | 'actor' | 'kind' | 'undo' | 'memo'> & {
  details: Partial<BatchHistoryEntry>;
};

const lotOfCodes = (codes: RawBuilder<unknown>) => sql`
  jsonb_build_array(jsonb_build_object('lot', lot, 'codes', ${codes}, 'delivered', 0))`;

/**
 * The first issue and the raises: each is a lot, less what was issued in place of its codes; the lot of a leak is neither. A raise that is not issued
 * yet is none, or its failure is an entry.
 */
const issues = (cg_idx: number) => sql`
  select issued_at as at, issued_by as actor, case when lot = 1 then 'issued' else 'raised' end as kind,
    null::bigint as undo, '' as memo, jsonb_build_object(
      'from', count - codes, 'to', count, 'codes', codes, 'lots', ${lotOfCodes(sql`codes`)}) as details
  from (
    select l.*, l.issued - (select coalesce(sum(r.codes), 0) from replaced r where r.lot = l.lot)::integer as codes
    from code_lot l where l.cg_idx = ${cg_idx}
      and not exists (select from code_leak k where k.cg_idx = l.cg_idx and k.lot = l.lot)
  ) first`;

/** The replacements of codes of a batch, a row for each act and lot: how many codes, and how many of them an undo brought back. */
const replaced = (cg_idx: number) => sql`
  select r.at, r.actor, r.act_idx, r.reason, r.undone_at, r.undone_by, c.lot, 1 as codes,
    (r.undone -> 'restored' = '1')::integer as back
  from (${actsOnParts({ entity: batchEntity, id: cg_idx }, `${codeEntity}.replaced`)}) r join code c on c.code = r.id
  union all
  select r.at, r.actor, r.act_idx, r.reason, r.undone_at, r.undone_by, c.lot, count(*)::integer,
    count(*) filter (where exists (
      select from act_record b
      where b.act_idx = r.undo_act and b.entity = ${codeEntity} and b.record_id = n.after ->> 'replaces'))::integer
  from (${sharesOfActs({ entity: batchEntity, id: cg_idx }, codesReplacedAction)}) r
  join act_record n on n.act_idx = r.act_idx and n.entity = ${codeEntity} and n.before is null
  join code c on c.code = n.record_id and c.cg_idx = ${cg_idx}
  group by r.at, r.actor, r.act_idx, r.reason, r.undone_at, r.undone_by, r.undo_act, c.lot`;

const replacedLots = (codes: RawBuilder<unknown>) => sql`
  jsonb_agg(jsonb_build_object('lot', lot, 'codes', ${codes}, 'delivered', 0) order by lot desc)`;

/** Replacements, and their undos. */
const replacements = sql`
  select at, actor, 'replaced', case when undone_at is null then act_idx end, coalesce(reason, ''),
    jsonb_build_object('codes', sum(codes), 'lots', ${replacedLots(sql`codes`)})
  from replaced group by at, actor, act_idx, reason, undone_at
  union all
  select undone_at, undone_by, 'replacement_undone', null, '',
    jsonb_build_object('codes', sum(back), 'lots', ${replacedLots(sql`back`)})
  from replaced where back > 0 group by undone_at, undone_by, act_idx`;

/** Leaked files that were replaced, and the undos of that. */
const leaks = sql`
  select r.at, r.actor, case when r.is_undo then 'leak_undone' else 'leaked' end, r.undo, r.memo,
    jsonb_build_object('codes', r.codes, 'kept', r.kept, 'leak', r.act_idx, 'lots', ${lotOfCodes(sql`r.codes`)})
  from (
    select a.at, a.actor, false as is_undo, case when a.undone is null then a.act_idx end as undo, coalesce(a.reason, '') as memo,
      k.frozen as codes, null::integer as kept, a.act_idx, k.lot
    from leaked a join code_leak k on k.act_idx = a.act_idx
    union all
    select a.undone_at, a.undone_by, true, null, '', (a.undone ->> 'restored')::integer, (a.undone ->> 'kept')::integer,
      a.act_idx, k.lot
    from leaked a join code_leak k on k.act_idx = a.act_idx where a.undone is not null
  ) r`;

/** Changes of codes, and their undos. */
const changes = ({ now }: Pick<Context, 'now'>, cg_idx: number) => sql`
  select c.at, c.actor, case when c.value is null then 'undone' else 'changed' end,
    case when c.value is not null and ${secondsOf('c.at')} >= ${inSeconds(now) - undoWithin}
      and ${undoOf(sql`c.act_idx`)} is null then c.act_idx end,
    c.memo, jsonb_build_object('codes', c.changed, 'field', c.field, 'value', c.value, 'left', c."left")
  from code_act c where c.cg_idx = ${cg_idx}`;

const deliveries = (cg_idx: number) => sql`
  select d.at, d."by", 'delivered', null, '', jsonb_build_object(
    'codes', d.codes, 'delivery', d.del_idx, 'recipient', d."to", 'format', d."as", 'lots', coalesce((
      select jsonb_agg(jsonb_build_object('lot', l.lot, 'codes', l.codes, 'delivered', 0) order by l.lot desc)
      from code_delivery_lot l where l.del_idx = d.del_idx), '[]'))
  from code_delivery d where d.cg_idx = ${cg_idx}`;

const actsOfLot = actsOfRecord({ entity: lotEntity, id: sql`l.cg_idx || '.' || l.lot` });

/** What was said last of a lot until an entry `a` of the trail, which holds only what it changed. */
const said = (field: 'handed_to' | 'handed_on') => sql`coalesce(a.after ->> ${sql.lit(field)}, (
    select p.after ->> ${sql.lit(field)} from (${actsOfLot}) p
    where p.audit_idx < a.audit_idx and p.after ? ${sql.lit(field)} order by p.audit_idx desc limit 1), '')`;

/** What staff said of the delivery of a lot, as it was afterwards. */
const handed = (cg_idx: number) => sql`
  select a.at, a.actor, case when a.after ->> 'handed_to' = '' then 'handed_back' else 'handed' end,
    case when not a.is_undo and not a.undone then a.act_idx end, '', jsonb_build_object('recipient', ${said('handed_to')},
      'codes', l.issued, 'day', ${said('handed_on')},
      'lots', jsonb_build_array(jsonb_build_object('lot', l.lot, 'codes', l.issued, 'delivered', 0)))
  from code_lot l cross join lateral (
    ${actsOfLot}
  ) a where l.cg_idx = ${cg_idx}`;

/** The title, the price and the memo that an audit row changed. */
const fields = sql`coalesce((
  select jsonb_agg(jsonb_build_object('name', f.key, 'before', coalesce(a.before ->> f.key, ''), 'after', coalesce(f.value, '')))
  from jsonb_each_text(a.after) f where f.key in ('title', 'price', 'memo')), '[]')`;

const did = (acts: readonly string[]) => acts.map((act) => `${batchEntity}.${act}`);

/** What was done to the batch itself. Its issues are lots; a raise is told only for what else it changed. */
const acts = (cg_idx: number) => sql`
  select a.at, a.actor,
    case when a.action = ${`${batchEntity}.raised`} then 'updated' else substr(a.action, ${batchEntity.length + 2}) end,
    case when a.action = ${loweredAction} and a.audit_idx = a.last_set and not a.undone then a.act_idx end, '',
    jsonb_strip_nulls(jsonb_build_object('from', a.before -> 'count', 'to', a.after -> 'count', 'kept', a.after -> 'kept',
      'codes', case when a.action = ${loweredAction}
        then to_jsonb((a.before ->> 'count')::integer - (a.after ->> 'count')::integer) else a.after -> 'restored' end))
    || jsonb_build_object('fields', ${fields}, 'lots', coalesce((
      select jsonb_agg(jsonb_build_object('lot', w.lot, 'codes', w.codes, 'delivered', w.delivered) order by w.lot desc)
      from code_withdrawal w where w.cg_idx = ${cg_idx} and w.act_idx = a.act_idx), '[]'))
  from (
    select done.*, max(audit_idx) filter (where after ? 'count' and not is_undo and not undone) over () as last_set
    from (${actsOfRecord({ entity: batchEntity, id: cg_idx })}) done
  ) a
  where a.action = any(${did(['lowered', 'undone', 'failed', 'stopped', 'cancelled', 'resumed'])}::text[])
    or a.action = any(${did(['updated', 'raised'])}::text[]) and a.after ?| array['title', 'price', 'memo']`;

/** Everything that happened to the codes of a batch, newest first, a page of a size. */
export async function listHistoryOf(
  ctx: Context,
  cg_idx: number,
  { page, size }: { page: number; size: number },
): Promise<Page<BatchHistoryEntry>> {
  const all = sql`${issues(cg_idx)} union all ${changes(ctx, cg_idx)} union all ${replacements} union all ${leaks}
    union all ${deliveries(cg_idx)} union all ${handed(cg_idx)} union all ${acts(cg_idx)}`;
  const { rows } = await sql<StoredEntry & { total: number }>`
    with replaced as materialized (${replaced(cg_idx)}),
      leaked as materialized (${actsOnParts({ entity: batchEntity, id: cg_idx }, 'code_leak.created')}), lines as (${all})
    select ${secondsOf('at')} as at, actor, kind, undo, memo, details, (select count(*) from lines) as total
    from lines order by lines.at desc, kind limit ${size} offset ${offsetOf(page, size)}`.execute(ctx.db);
  return { rows: rows.map(({ total: _total, ...entry }) => whole(entry)), total: rows[0]?.total ?? 0, page };
}

const whole = ({ details, ...entry }: StoredEntry): BatchHistoryEntry => ({
  from: null,
  to: null,
  codes: null,
  lots: [],
  kept: null,
  field: null,
  value: null,
  left: {},
  recipient: null,
  day: null,
  format: null,
  delivery: null,
  leak: null,
  fields: [],
  ...details,
  ...entry,
});
