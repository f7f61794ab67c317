import * as oidc from 'openid-client';
import { z } from 'zod';
import { answered, discover, exchangeCode, ProviderError, type SignInSecrets, signInUrl } from '#kernel/auth/openid.ts';
import type { SpreadsheetsConfig } from '#kernel/config.ts';
import { spreadsheetMessages } from './spreadsheet.messages.ts';

/** The right to read spreadsheets, and nothing else of the account. */
export const readScope = 'https://www.googleapis.com/auth/spreadsheets.readonly';

// Of an access token whose issuer does not say. Seconds.
const defaultLifetime = 3600;

export interface Tokens {
  access: string;
  /** Absent where the issuer gave none: the account then lasts as long as the access token. */
  refresh?: string | undefined;
}

/** Tokens as the issuer gives them; `lifetime` of the access token in seconds. */
export interface IssuedTokens extends Tokens {
  lifetime: number;
}

/** The issuer of the spreadsheet accounts, as its metadata describes it at this moment. */
export class Issuer {
  readonly #client: oidc.Configuration;

  private constructor(client: oidc.Configuration) {
    this.#client = client;
  }

  /** Rejects with 503 where the issuer gives no description of itself. */
  static async find(spreadsheets: SpreadsheetsConfig): Promise<Issuer> {
    return new Issuer(await told(discover(spreadsheets)));
  }

  /** Where the browser goes to sign in. */
  signInUrl(redirectUri: string, secrets: SignInSecrets): Promise<URL> {
    const offline = this.#client.serverMetadata().scopes_supported?.includes('offline_access');
    return signInUrl(this.#client, secrets, {
      redirect_uri: redirectUri,
      scope: ['openid', 'email', readScope, ...(offline ? ['offline_access'] : [])].join(' '),
      // Google gives a refresh token only so; where it is a scope, the consent is asked for as the standard has it.
      access_type: 'offline',
      prompt: 'consent',
    });
  }

  /** What the issuer sent the browser back with, made into tokens. Rejects with 422 where it refused. */
  async exchange(callback: URL, secrets: SignInSecrets) {
    const answer = await told(exchangeCode(this.#client, callback, secrets));
    if (answer.scope !== undefined && !answer.scope.split(' ').includes(readScope)) {
      throw spreadsheetMessages.error(422, 'spreadsheet.scope_missing');
    }
    const claims = answer.claims();
    const email = Email.parse(claims?.['email']) ?? (await this.#emailOf(answer.access_token, claims?.sub));
    return { ...issued(answer), email };
  }

  /** Undefined where the issuer takes the refresh token no more. */
  async refresh(refreshToken: string): Promise<IssuedTokens | undefined> {
    try {
      const answer = issued(await oidc.refreshTokenGrant(this.#client, refreshToken));
      return { ...answer, refresh: answer.refresh ?? refreshToken };
    } catch (error) {
      if (error instanceof oidc.ResponseBodyError && error.error === 'invalid_grant') return undefined;
      throw problemOf(new ProviderError(error));
    }
  }

  /** Makes the tokens worthless, where the issuer offers it. */
  async revoke({ access, refresh }: Tokens): Promise<void> {
    if (!this.#client.serverMetadata().revocation_endpoint) return;
    await told(oidc.tokenRevocation(this.#client, refresh ?? access));
  }

  async #emailOf(accessToken: string, subject: string | undefined): Promise<string | null> {
    if (!this.#client.serverMetadata().userinfo_endpoint) return null;
    try {
      const { email } = await oidc.fetchUserInfo(this.#client, accessToken, subject ?? oidc.skipSubjectCheck);
      return Email.parse(email) ?? null;
    } catch {
      // The address is for show: the account reads sheets without it.
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
  lifetime: answer.expires_in ?? defaultLifetime,
});

/** Waits for the issuer; what goes wrong there is told in the words of this screen. */
async function told<T>(answer: Promise<T>): Promise<T> {
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
