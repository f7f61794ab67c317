import { createHash } from 'node:crypto';
import type { Config } from '#kernel/config/config.ts';
import { sealFor } from '#kernel/config/seal.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { systemActor } from '#kernel/work/actor.ts';
import type { Caller } from '#kernel/work/unit-of-work.ts';
import { actorOf } from '../password-check.service.ts';
import { type Beginning, beginSession } from '../session.service.ts';
import { type Account, findAccountByIdx, lockAccount } from '../staff.store.ts';
import { type CodeCheck, needsTwoFactor, type SetUp, spendCode, turnOn } from './second-factor.service.ts';

/** The time limit for the second step after the right password. Seconds. */
export const stepSeconds = 600;

interface Ticket {
  staffIdx: number;
  /** A fingerprint of the password that was right: changing the password ends the step. */
  password: string;
  /** Milliseconds. */
  until: number;
}

const owner = 'second step';
const ticketSeal = (config: Pick<Config, 'dataDir'>) => sealFor(config, owner);
const fingerprint = ({ password_hash }: Account) =>
  createHash('sha256')
    .update(password_hash ?? '')
    .digest('base64url');

/**
 * The sealed ticket with which a browser proves, at the second step, that the password was right. It can be neither
 * read nor changed.
 */
export async function makeTicket(config: Pick<Config, 'dataDir'>, account: Account, now: Date): Promise<string> {
  const ticket: Ticket = {
    staffIdx: account.staff_idx,
    password: fingerprint(account),
    until: now.getTime() + stepSeconds * 1000,
  };
  return (await ticketSeal(config)).close(JSON.stringify(ticket), owner).toString('base64url');
}

/** The second step of logging in on the sign-in page. */
export class SecondStep {
  readonly #kernel: Pick<Kernel, 'config' | 'work'>;
  readonly #caller: Caller;

  constructor(kernel: Pick<Kernel, 'config' | 'work'>, caller: Caller) {
    this.#kernel = kernel;
    this.#caller = caller;
  }

  /** The owner of a ticket; undefined if it has expired, or if their password alone is enough by now. */
  async owner(ticket: string): Promise<Account | undefined> {
    const { config, work } = this.#kernel;
    const text = (await ticketSeal(config)).open(Buffer.from(ticket, 'base64url'), owner);
    if (text === undefined) return undefined;
    const { staffIdx, password, until }: Ticket = JSON.parse(text);
    return work.read({ ...this.#caller, actor: systemActor }, async (ctx) => {
      const account = await findAccountByIdx(ctx.db, staffIdx);
      const isValid = account && !account.disabled && fingerprint(account) === password && until > ctx.now.getTime();
      return isValid && (account.two_factor || (await needsTwoFactor(ctx, account))) ? account : undefined;
    });
  }

  /** Opens a session for a right code; undefined if the account has changed in the meantime. */
  async enter(
    account: Account,
    code: string,
    beginning: Beginning,
  ): Promise<{ check: CodeCheck; token: string | null } | undefined> {
    const { config, work } = this.#kernel;
    return work.write(this.#as(account), async (ctx) => {
      if (!(await lockAccount(ctx.db, account))) return undefined;
      const check = await spendCode(config, ctx, account, { code, address: beginning.address });
      return { check, token: check.is === 'right' ? await beginSession(ctx, account, beginning) : null };
    });
  }

  /**
   * Turns on two-factor for an account and opens a session; undefined if the code is wrong or the account has changed.
   */
  async setUp(
    account: Account,
    given: SetUp,
    beginning: Beginning,
  ): Promise<{ token: string; recoveryCodes: string[] } | undefined> {
    const { config, work } = this.#kernel;
    return work.write(this.#as(account), async (ctx) => {
      if (!(await lockAccount(ctx.db, account))) return undefined;
      const recoveryCodes = await turnOn(config, ctx, account, given);
      return recoveryCodes && { token: await beginSession(ctx, account, beginning), recoveryCodes };
    });
  }

  #as(account: Account): Caller {
    return { ...this.#caller, actor: actorOf(account) };
  }
}
