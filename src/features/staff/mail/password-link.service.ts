import { foldedId, networkOf, noteFailures } from '#kernel/auth/throttle.ts';
import { throttle } from '#kernel/auth/throttle.rules.ts';
import { closeSessions } from '#kernel/auth/sessions.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import type { Context } from '#kernel/work/context.ts';
import { systemCaller } from '#kernel/work/unit-of-work.ts';
import { throttled } from '../session.service.ts';
import { staffMessages } from '../staff.messages.ts';
import { findAccount, lockAccounts, updatePassword } from '../staff.store.ts';
import { findLinked, spendLink } from './password-link.store.ts';
import { sendForgotten } from './staff-mails.ts';

const jobName = 'staff.forgotten';

// As many mails as this may be made for one account within the window of failed log-ins.
const perId = 5;

/**
 * Takes note that somebody forgot the password of an ID. Whether the ID exists is looked up later, by a job: the answer and its time
 * are those of any ID. Throws 429 after many for one ID or from one address.
 */
export async function noteForgotten({ jobs }: Kernel, ctx: Context, id: string, address: string): Promise<void> {
  const wait = await noteFailures(ctx, {
    [`forgotten:${await foldedId(ctx, id)}`]: perId,
    [`forgotten-ip:${networkOf(address)}`]: throttle.perAddress,
  });
  if (wait > 0) throw throttled(wait);
  await jobs.send(ctx, jobName, { id });
}

/** Sends the links of those who forgot their passwords: to accounts that have one, and an address. */
export function sendForgottenLinks({ jobs, work, mails }: Kernel): void {
  jobs.define<{ id: string }>(jobName, {
    run: ({ data: { id } }) =>
      work.write(systemCaller(jobName), async (ctx) => {
        const account = await findAccount(ctx.db, id);
        if (account && !account.disabled && account.has_password) await sendForgotten(mails, ctx, account);
      }),
  });
}

/** Sets the password of a link, once, and ends every session of its account. */
export async function setLinkedPassword(ctx: Context, token: string, hash: string): Promise<void> {
  await lockAccounts(ctx.db);
  const account = await findLinked(ctx, token);
  if (!account || !(await spendLink(ctx, token))) throw staffMessages.error(404, 'staff.link_over');
  await updatePassword(ctx.db, account.staff_idx, hash);
  const sessions_ended = await closeSessions(ctx, account.staff_idx);
  ctx.audit({ entity: 'staff', id: account.staff_id, action: 'staff.password_by_link', after: { sessions_ended } });
}
