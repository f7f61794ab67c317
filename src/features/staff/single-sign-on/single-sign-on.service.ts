import { systemActor } from '#kernel/auth/actor.ts';
import { newSecrets, ProviderError } from '#kernel/auth/openid.ts';
import type { Config, SingleSignOnConfig } from '#kernel/config.ts';
import type { Context } from '#kernel/context.ts';
import type { AppError } from '#kernel/errors.ts';
import type { Kernel } from '#kernel/feature.ts';
import { sealFor } from '#kernel/seal.ts';
import type { Caller } from '#kernel/unit-of-work.ts';
import { staffMessages } from '../staff.messages.ts';
import { type Admission, admit } from './admission.service.ts';
import { type ProviderPerson, SignOnProvider } from './provider-person.service.ts';
import { type Attempt, deleteAttemptsBefore, insertAttempt, takeAttempt } from './single-sign-on.store.ts';

// A log-in that takes longer has to be begun anew. Milliseconds.
const attemptMs = 600_000;

/** What a log-in begins with; `browser` is known to the browser that begins it alone. */
export interface Beginning {
  browser: string;
  next: string;
  /** The account to connect; null to log in. */
  connects: number | null;
}

/** A log-in at the provider, from leaving for it to coming back. */
export class SingleSignOn {
  readonly #kernel: Pick<Kernel, 'config' | 'work'>;
  readonly #config: SingleSignOnConfig;
  readonly #origin: string;

  /** `origin` is the address of this site, which the provider sends browsers back to. */
  constructor(kernel: Pick<Kernel, 'config' | 'work'>, config: SingleSignOnConfig, origin: string) {
    this.#kernel = kernel;
    this.#config = config;
    this.#origin = origin;
  }

  /** Notes the attempt and answers where the browser goes. */
  async begin(caller: Caller, { browser, next, connects }: Beginning): Promise<URL> {
    const provider = await told(SignOnProvider.find(this.#config));
    const secrets = newSecrets();
    await this.#kernel.work.write(caller, async (ctx) => {
      await deleteAttemptsBefore(ctx.db, oldest(ctx));
      const row = { ...secrets, browser, next, staff_idx: connects, created_at: ctx.now.toISOString() };
      await insertAttempt(ctx.db, row);
    });
    return provider.signInUrl(this.#redirectUri, secrets);
  }

  /** Takes the attempt that `state` names: once, in the browser that began it, while it lasts. */
  async take(caller: Caller, state: string, browser: string): Promise<Attempt> {
    const attempt = await this.#kernel.work.write(caller, async (ctx) => {
      const taken = await takeAttempt(ctx.db, state, browser);
      return taken && Date.parse(taken.created_at) >= Date.parse(oldest(ctx)) ? taken : undefined;
    });
    if (!attempt) throw staffMessages.error(422, 'staff.sso_attempt_unknown');
    return attempt;
  }

  /** Who came back, from what the provider sent along (`search`, as it stands in the address). */
  async person(attempt: Attempt & { state: string }, search: string): Promise<ProviderPerson> {
    const provider = await told(SignOnProvider.find(this.#config));
    return told(provider.person(new URL(search, this.#redirectUri), attempt, `${this.#origin}/login`));
  }

  /** By the product itself: whoever comes is nobody here yet. Rights that were withdrawn stay so where they are refused. */
  admit(caller: Caller, person: ProviderPerson): Promise<Admission> {
    return this.#kernel.work.write({ ...caller, actor: systemActor }, (ctx) => admit(ctx, person, this.#config));
  }

  get #redirectUri(): string {
    return `${this.#origin}${callbackPath}`;
  }
}

export const callbackPath = '/login/oidc/callback';

const oldest = (ctx: Context) => new Date(ctx.now.getTime() - attemptMs).toISOString();

/** Waits for the provider; what goes wrong there is told in our words. */
async function told<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw error instanceof ProviderError ? problemOf(error) : error;
  }
}

const problemOf = (cause: ProviderError): AppError =>
  cause.refused
    ? staffMessages.errorWith(422, 'staff.sso_refused', { cause })
    : staffMessages.errorWith(503, 'staff.sso_failed', { cause });

const logOutSeal = (config: Config) => sealFor(config, 'provider log-out');

/** The address that logs out at the provider, as a session keeps it: it holds an ID token. */
export const closeLogOut = async (config: Config, address: string, staffIdx: number): Promise<Buffer> =>
  (await logOutSeal(config)).close(address, `staff ${staffIdx}`);

export const openLogOut = async (config: Config, sealed: Buffer, staffIdx: number): Promise<string | undefined> =>
  (await logOutSeal(config)).open(sealed, `staff ${staffIdx}`);
