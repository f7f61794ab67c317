import { createHash } from 'node:crypto';
import { systemActor } from '#kernel/auth/actor.ts';
import type { Config } from '#kernel/config.ts';
import type { Kernel } from '#kernel/feature.ts';
import { sealFor } from '#kernel/seal.ts';
import type { Caller } from '#kernel/unit-of-work.ts';
import { actorOf } from '../password-check.service.ts';
import { type Beginning, beginSession } from '../sign-in.service.ts';
import { type Account, findAccountByIdx, lockAccount } from '../staff.store.ts';
import { type CodeCheck, needsTwoFactor, type SetUp, spendCode, turnOn } from './second-factor.service.ts';

/** How long somebody whose password was right may take for the second step. Seconds. */
export const stepSeconds = 600;

interface Ticket {
  staffIdx: number;
  /** Of the password that was right: a new one ends the step. */
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

/** What a browser shows at the second step to prove that the password was right. Nothing of it can be read or changed. */
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

  /** Whose ticket it is; undefined where it is over, or their password alone would do by now. */
  async owner(ticket: string): Promise<Account | undefined> {
    const { config, work } = this.#kernel;
    const text = (await ticketSeal(config)).open(Buffer.from(ticket, 'base64url'), owner);
    if (text === undefined) return undefined;
    const { staffIdx, password, until }: Ticket = JSON.parse(text);
    return work.read({ ...this.#caller, actor: systemActor }, async (ctx) => {
      const account = await findAccountByIdx(ctx.db, staffIdx);
      const holds = account && !account.disabled && fingerprint(account) === password && until > ctx.now.getTime();
      return holds && (account.two_factor || (await needsTwoFactor(ctx, account))) ? account : undefined;
    });
  }

  /** Opens a session for a right code; undefined where the account has changed meanwhile. */
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

  /** Gives an account its second factor and a session; undefined where the code is wrong or the account has changed. */
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
