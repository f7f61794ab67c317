import { listAdmins } from '#features/staff/staff.public.ts';
import type { AuditEntry, Context } from '#kernel/work/context.ts';
import { approvalMessages } from './approval.messages.ts';
import { isAnyOn, isLaxer } from './second-person.rules.ts';
import { isSecondPerson, type SecondPerson } from './second-person.setting.ts';

/** Refuses to ask for another person where there is none. */
export async function requireTwoAdmins(ctx: Context, entries: readonly AuditEntry[]): Promise<void> {
  const isWanted = entries.some((entry) => isSecondPerson(entry) && isStricter(entry));
  if (isWanted && (await listAdmins(ctx.db)).length < 2) throw approvalMessages.error(409, 'approval.needs_two');
}

const isStricter = ({ before, after }: AuditEntry): boolean =>
  isAnyOn(after as SecondPerson) && isLaxer(after as SecondPerson, before as SecondPerson);

/** Whether a row of the trail tells that the setting lets through what needed another person. */
export const isMadeLaxer = (entry: AuditEntry): boolean =>
  isSecondPerson(entry) && isLaxer(entry.before as SecondPerson, entry.after as SecondPerson);
