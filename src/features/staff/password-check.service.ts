import { decoyHash, verifyPassword } from '#kernel/auth/password.ts';
import { beginAttempt, forgiveAttempt, idKey } from '#kernel/auth/throttle.ts';
import { type StaffActor, staffOf } from '#kernel/work/actor.ts';
import type { Context } from '#kernel/work/context.ts';
import { Turns } from '#kernel/work/task-queue.ts';
import type { Caller, UnitOfWork } from '#kernel/work/unit-of-work.ts';
import { type Account, findAccount, findAccountByIdx, lockAccount, type StaffRow } from './staff.store.ts';

/** The claimed identity, and the address it comes from. */
export interface Claim {
  id: string;
  password: string;
  address: string;
}

/** The result of checking a claim; `wait` is in seconds. */
export type Checked<T> = { is: 'right'; value: T } | { is: 'wrong' } | { is: 'throttled'; wait: number };

// One attempt at a time per ID: concurrent attempts with the right password must not count as each other's failures.
const turns = new Turns();

/**
 * Checks a password and, if it is right, runs `act` in a transaction. Unknown, disabled and wrong are
 * indistinguishable: the same answer after the same work, one recorded attempt, one lookup, one argon2 hash.
 */
export function withPassword<T>(
  work: UnitOfWork,
  caller: Caller,
  claim: Claim,
  act: (ctx: Context, account: Account) => Promise<T>,
): Promise<Checked<T>> {
  return turns.take(claim.id.toLowerCase(), async () => {
    const { attempt, account } = await work.write(caller, async (ctx) => ({
      attempt: await beginAttempt(ctx, idKey(claim.id), claim.address),
      account: await findAccount(ctx.db, claim.id),
    }));
    if (attempt.wait > 0) return { is: 'throttled', wait: attempt.wait };
    const matches = await verifyPassword(account?.password_hash ?? (await decoyHash()), claim.password);
    if (!account || !matches || account.disabled) return { is: 'wrong' };
    return work.write({ ...caller, actor: staffOf(caller.actor) ?? actorOf(account) }, async (ctx) => {
      // The account may have been disabled, or its password reset, in the meantime.
      if (!(await lockAccount(ctx.db, account))) return { is: 'wrong' };
      await forgiveAttempt(ctx, idKey(claim.id), attempt);
      const present = (await findAccountByIdx(ctx.db, account.staff_idx)) ?? account;
      return { is: 'right', value: await act(ctx, present) };
    });
  });
}

/** An account as the actor of its own log-in, before it has a session. */
export const actorOf = (account: StaffRow): StaffActor => ({
  staffIdx: account.staff_idx,
  staffId: account.staff_id,
  name: account.name,
  isAdmin: account.is_admin,
  sessionId: '',
});
