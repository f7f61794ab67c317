import * as oidc from 'openid-client';
import { z } from 'zod';
import type { SpreadsheetsConfig } from '#kernel/config/config.ts';
import {
  answered,
  discover,
  exchangeCode,
  ProviderError,
  type SignInSecrets,
  signInUrl,
} from '#kernel/config/openid.ts';
import { spreadsheetMessages } from './spreadsheet.messages.ts';

/** The permission to read spreadsheets, and nothing else of the account. */
const readScope = 'https://www.googleapis.com/auth/spreadsheets.readonly';

// The lifetime of an access token if the issuer states none, and the longest that is believed. Seconds.
const defaultLifetime = 3600;
const longestLifetime = 365 * 86_400;

export interface Tokens {
  access: string;
  /** Absent if the issuer returned none: the account then lasts as long as the access token. */
  refresh?: string | undefined;
}

/** Tokens as issued; `lifetime` of the access token in seconds. */
export interface IssuedTokens extends Tokens {
  lifetime: number;
}

/** The issuer of the spreadsheet accounts, as its metadata currently describes it. */
export class Issuer {
  readonly #client: oidc.Configuration;

  private constructor(client: oidc.Configuration) {
    this.#client = client;
  }

  /** Rejects with 503 if the issuer's metadata cannot be loaded. */
  static async find(spreadsheets: SpreadsheetsConfig): Promise<Issuer> {
    return new Issuer(await explained(discover(spreadsheets)));
  }

  /** The address for the browser to sign in. */
  signInUrl(redirectUri: string, secrets: SignInSecrets): Promise<URL> {
    const offline = this.#client.serverMetadata().scopes_supported?.includes('offline_access');
    const parameters = {
      redirect_uri: redirectUri,
      scope: ['openid', 'email', readScope, ...(offline ? ['offline_access'] : [])].join(' '),
      // How Google issues refresh tokens; the standard's way is the scope above, together with the consent prompt.
      access_type: 'offline',
      prompt: 'consent',
    };
    return explained(signInUrl(this.#client, secrets, parameters));
  }

  /** Exchanges the issuer's callback for tokens. Rejects with 422 if the issuer refused. */
  async exchange(callback: URL, secrets: SignInSecrets) {
    const answer = await explained(exchangeCode(this.#client, callback, secrets));
    if (answer.scope !== undefined && !answer.scope.split(' ').includes(readScope)) {
      throw spreadsheetMessages.error(422, 'spreadsheet.scope_missing');
    }
    const claims = answer.claims();
    const email = Email.parse(claims?.['email']) ?? (await this.#emailOf(answer.access_token, claims?.sub));
    return { ...issued(answer), email };
  }

  /** Undefined if the issuer no longer accepts the refresh token. */
  async refresh(refreshToken: string): Promise<IssuedTokens | undefined> {
    try {
      const answer = issued(await oidc.refreshTokenGrant(this.#client, refreshToken));
      return { ...answer, refresh: answer.refresh ?? refreshToken };
    } catch (error) {
      if (error instanceof oidc.ResponseBodyError && error.error === 'invalid_grant') return undefined;
      throw problemOf(new ProviderError(error));
    }
  }

  /** Revokes the tokens, if the issuer supports it. */
  async revoke({ access, refresh }: Tokens): Promise<void> {
    if (!this.#client.serverMetadata().revocation_endpoint) return;
    await explained(oidc.tokenRevocation(this.#client, refresh ?? access));
  }

  async #emailOf(accessToken: string, subject: string | undefined): Promise<string | null> {
    if (!this.#client.serverMetadata().userinfo_endpoint) return null;
    try {
      const { email } = await oidc.fetchUserInfo(this.#client, accessToken, subject ?? oidc.skipSubjectCheck);
      return Email.parse(email) ?? null;
    } catch {
      // The email address is only displayed: reading sheets works without it.
      return null;
    }
  }
}

const Email = z
  .string()
  .max(320)
  .regex(/^[^\p{Cc}\p{Cs}]+$/u)
  .optional()
  .catch(undefined);

const issued = (answer: oidc.TokenEndpointResponse): IssuedTokens => ({
  access: answer.access_token,
  refresh: answer.refresh_token,
  lifetime: Math.min(answer.expires_in ?? defaultLifetime, longestLifetime),
});

/** Waits for the issuer; errors are reported in the words of this screen. */
async function explained<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answered(answer);
  } catch (error) {
    throw problemOf(error);
  }
}

const problemOf = (error: unknown) =>
  error instanceof ProviderError && error.refused
    ? spreadsheetMessages.errorWith(422, 'spreadsheet.sign_in_refused', { cause: error })
    : spreadsheetMessages.errorWith(503, 'spreadsheet.issuer_failed', { cause: error });
