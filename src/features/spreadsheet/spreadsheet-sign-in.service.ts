import type { SpreadsheetsConfig } from '#kernel/config/config.ts';
import { newSecrets } from '#kernel/config/openid.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import type { StaffActor } from '#kernel/work/actor.ts';
import type { Context } from '#kernel/work/context.ts';
import type { Caller } from '#kernel/work/unit-of-work.ts';
import { Issuer } from './issuer.service.ts';
import { spreadsheetMessages } from './spreadsheet.messages.ts';
import { entity } from './spreadsheet.service.ts';
import { type Attempt, deleteAttemptsBefore, insertAttempt, saveAccount, takeAttempt } from './spreadsheet.store.ts';
import { closeTokens } from './stored-tokens.store.ts';

// A sign-in that takes longer has to be restarted. Milliseconds.
const attemptMs = 600_000;

/** A sign-in to the spreadsheet account, from the redirect to the issuer to the return. */
export class SpreadsheetSignIn {
  readonly #kernel: Pick<Kernel, 'config' | 'work'>;
  readonly #spreadsheets: SpreadsheetsConfig;
  readonly #redirectUri: string;

  /** `redirectUri` is this site's address to which the issuer redirects browsers. */
  constructor(kernel: Pick<Kernel, 'config' | 'work'>, spreadsheets: SpreadsheetsConfig, redirectUri: string) {
    this.#kernel = kernel;
    this.#spreadsheets = spreadsheets;
    this.#redirectUri = redirectUri;
  }

  /** Records the attempt and returns the address for the browser. Rejects with 503 if the issuer does not respond. */
  async begin(caller: Caller, { sessionId }: StaffActor, next: string): Promise<URL> {
    const issuer = await Issuer.find(this.#spreadsheets);
    const secrets = newSecrets();
    await this.#kernel.work.write(caller, async (ctx) => {
      await deleteAttemptsBefore(ctx.db, oldest(ctx));
      await insertAttempt(ctx.db, { ...secrets, next, session_id: sessionId, created_at: ctx.now.toISOString() });
    });
    return issuer.signInUrl(this.#redirectUri, secrets);
  }

  /** Takes the attempt named by `state`: once, in the session that started it, before it expires. */
  take(caller: Caller, { sessionId }: StaffActor, state: string): Promise<Attempt | undefined> {
    return this.#kernel.work.write(caller, async (ctx) => {
      const attempt = await takeAttempt(ctx.db, state, sessionId);
      return attempt && Date.parse(attempt.created_at) >= Date.parse(oldest(ctx)) ? attempt : undefined;
    });
  }

  /** Exchanges the issuer's response (`search`, as in the URL) for tokens and connects the account. */
  async finish(caller: Caller, { staffIdx }: StaffActor, attempt: Attempt & { state: string }, search: string) {
    const { config, work } = this.#kernel;
    const issuer = await Issuer.find(this.#spreadsheets);
    const { email, ...issued } = await issuer.exchange(new URL(search, this.#redirectUri), attempt);
    await work.write(caller, async (ctx) => {
      await saveAccount(ctx.db, { email, ...(await closeTokens(config, staffIdx, issued, ctx.now)) });
      ctx.audit({ entity, id: staffIdx, action: 'spreadsheet_account.connected', after: { email } });
    });
  }
}

/** The error for a browser that returns with an unknown, expired or used attempt. */
export const unknownAttempt = () => spreadsheetMessages.error(422, 'spreadsheet.attempt_unknown');

const oldest = (ctx: Context) => new Date(ctx.now.getTime() - attemptMs).toISOString();
