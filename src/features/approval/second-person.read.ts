import { sql } from 'kysely';
import { listAdmins } from '#features/staff/staff.public.ts';
import { getSetting, settingEntity } from '#kernel/desk/settings.ts';
import { trailVersion } from '#kernel/records/stale.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import type { ApprovalItem } from './approval.contract.ts';
import { readApprovals } from './approval.service.ts';
import { type ApprovalStatus, countDecided } from './approval.store.ts';
import { type SettableRule, usualLimits } from './second-person.rules.ts';
import { type SecondPerson, secondPerson } from './second-person.setting.ts';

const shownDays = 30;

/** The setting, what waits, and what came of it lately. */
export interface SecondPersonData {
  value: SecondPerson;
  version: number;
  /** How many acts of the last 30 days fall under each rule, with the limit that it has, or begins with. */
  acts: Record<SettableRule, number>;
  counts: Partial<Record<ApprovalStatus, number>>;
  /** The usual wait in seconds; null if nothing was approved. */
  wait: number | null;
  waiting: ApprovalItem[];
  admins: number;
}

export async function readSecondPerson(ctx: Context): Promise<SecondPersonData> {
  const since = inSeconds(ctx.now) - shownDays * 86_400;
  const value = await getSetting(ctx, secondPerson);
  const { counts, wait } = await countDecided(ctx, since);
  return {
    value,
    version: await trailVersion(ctx, settingEntity, secondPerson.key),
    acts: await countActs(ctx, since, value),
    counts,
    wait,
    waiting: await readApprovals(ctx, ['waiting']),
    admins: (await listAdmins(ctx.db)).length,
  };
}

async function countActs(ctx: Context, since: number, value: SecondPerson): Promise<SecondPersonData['acts']> {
  const codes = value.codes_above ?? usualLimits.codes_above;
  const records = value.records_above ?? usualLimits.records_above;
  const { rows } = await sql<SecondPersonData['acts']>`
    select count(*) filter (where action = 'release.applied')::integer as release,
      count(*) filter (where entity = 'batch' and coalesce((after ->> 'count')::integer, 0)
        - coalesce((before ->> 'count')::integer, 0) > ${codes})::integer as codes_above,
      count(*) filter (where act_idx is not null and undoes is null and part_of is null and (
        select count(*) from (select from act_record r where r.act_idx = a.act_idx limit ${records + 1}) r) > ${records}
      )::integer as records_above,
      count(*) filter (where entity = 'collection' and action <> 'collection.created' and after ? 'prices')::integer as prices,
      count(*) filter (where action = 'collection.deleted')::integer as delete_collection,
      0 as proposals
    from audit a where at >= to_timestamp(${since})`.execute(ctx.db);
  return rows[0] ?? { release: 0, codes_above: 0, records_above: 0, prices: 0, delete_collection: 0, proposals: 0 };
}
