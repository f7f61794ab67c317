import type { Config, SingleSignOnConfig } from '#kernel/config/config.ts';
import { newSecrets, ProviderError } from '#kernel/config/openid.ts';
import { type SealedColumn, sealFor } from '#kernel/config/seal.ts';
import type { AppError } from '#kernel/messages/errors.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { systemActor } from '#kernel/work/actor.ts';
import type { Context } from '#kernel/work/context.ts';
import type { Caller } from '#kernel/work/unit-of-work.ts';
import { staffMessages } from '../staff.messages.ts';
import { type Admission, admit } from './admission.service.ts';
import { type ProviderPerson, SignOnProvider } from './provider-person.service.ts';
import { type Attempt, deleteAttemptsBefore, insertAttempt, takeAttempt } from './single-sign-on.store.ts';

// A log-in that takes longer has to be restarted. Milliseconds.
const attemptMs = 600_000;

/** The start of a log-in; `browser` is a secret of the browser that starts it. */
interface Beginning {
  browser: string;
  next: string;
  /** The account to connect; null to log in. */
  connects: number | null;
}

/** A log-in at the provider, from the redirect there to the return. */
export class SingleSignOn {
  readonly #kernel: Pick<Kernel, 'config' | 'work'>;
  readonly #config: SingleSignOnConfig;
  readonly #origin: string;

  /** `origin` is this site's address, to which the provider redirects browsers. */
  constructor(kernel: Pick<Kernel, 'config' | 'work'>, config: SingleSignOnConfig, origin: string) {
    this.#kernel = kernel;
    this.#config = config;
    this.#origin = origin;
  }

  /** Records the attempt and returns the address for the browser. */
  async begin(caller: Caller, { browser, next, connects }: Beginning): Promise<URL> {
    const provider = await explained(SignOnProvider.find(this.#config));
    const secrets = newSecrets();
    await this.#kernel.work.write(caller, async (ctx) => {
      await deleteAttemptsBefore(ctx.db, oldest(ctx));
      const row = { ...secrets, browser, next, staff_idx: connects, created_at: ctx.now.toISOString() };
      await insertAttempt(ctx.db, row);
    });
    return explained(provider.signInUrl(this.#redirectUri, secrets));
  }

  /** Takes the attempt named by `state`: once, in the browser that started it, before it expires. */
  async take(caller: Caller, state: string, browser: string): Promise<Attempt> {
    const attempt = await this.#kernel.work.write(caller, async (ctx) => {
      const taken = await takeAttempt(ctx.db, state, browser);
      return taken && Date.parse(taken.created_at) >= Date.parse(oldest(ctx)) ? taken : undefined;
    });
    if (!attempt) throw staffMessages.error(422, 'staff.sso_attempt_unknown');
    return attempt;
  }

  /** The person who came back, from the provider's response (`search`, as in the URL). */
  async person(attempt: Attempt & { state: string }, search: string): Promise<ProviderPerson> {
    const provider = await explained(SignOnProvider.find(this.#config));
    return explained(provider.person(new URL(search, this.#redirectUri), attempt, `${this.#origin}/login`));
  }

  /**
   * Done as the product itself, since the person has no account here yet. Revoked rights stay revoked even if access is
   * denied.
   */
  admit(caller: Caller, person: ProviderPerson): Promise<Admission> {
    return this.#kernel.work.write({ ...caller, actor: systemActor }, (ctx) => admit(ctx, person, this.#config));
  }

  get #redirectUri(): string {
    return `${this.#origin}${callbackPath}`;
  }
}

export const callbackPath = '/login/oidc/callback';

const oldest = (ctx: Context) => new Date(ctx.now.getTime() - attemptMs).toISOString();

/** Waits for the provider; errors are reported in our words. */
async function explained<T>(answer: Promise<T>): Promise<T> {
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

const purpose = 'provider log-out';
const logOutSeal = (config: Config) => sealFor(config, purpose);
const ownerOf = (staffIdx: number) => `staff ${staffIdx}`;

/** For a rotation of the installation's secret. */
export const sealedLogOuts: SealedColumn = {
  purpose,
  table: 'session',
  key: 'session_id',
  column: 'provider_log_out',
  of: 'staff_idx',
  owner: ownerOf,
};

/** The provider's log-out address as a session stores it, sealed because it contains an ID token. */
export const closeLogOut = async (config: Config, address: string, staffIdx: number): Promise<Buffer> =>
  (await logOutSeal(config)).close(address, ownerOf(staffIdx));

export const openLogOut = async (config: Config, sealed: Buffer, staffIdx: number): Promise<string | undefined> =>
  (await logOutSeal(config)).open(sealed, ownerOf(staffIdx));
