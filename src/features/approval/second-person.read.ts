import { listAdmins } from '#features/staff/staff.public.ts';
import { type Approvals, countJudgedActs } from '#kernel/desk/approvals.ts';
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
  acts: Partial<Record<SettableRule, number>>;
  counts: Partial<Record<ApprovalStatus, number>>;
  /** The usual wait in seconds; null if nothing was approved. */
  wait: number | null;
  waiting: ApprovalItem[];
  admins: number;
}

export async function readSecondPerson(ctx: Context, approvals: Approvals): Promise<SecondPersonData> {
  const since = inSeconds(ctx.now) - shownDays * 86_400;
  const value = await getSetting(ctx, secondPerson);
  const { counts, wait } = await countDecided(ctx, since);
  return {
    value,
    version: await trailVersion(ctx, settingEntity, secondPerson.key),
    acts: await countJudgedActs(ctx, approvals, since, limitsOf(value)),
    counts,
    wait,
    waiting: await readApprovals(ctx, 'waiting'),
    admins: (await listAdmins(ctx.db)).length,
  };
}

const limitsOf = ({ codes_above: codes, records_above: records }: SecondPerson) => ({
  codes_above: codes ?? usualLimits.codes_above,
  records_above: records ?? usualLimits.records_above,
});
