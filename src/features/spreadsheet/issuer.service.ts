import * as oidc from 'openid-client';
import { z } from 'zod';
import type { SpreadsheetsConfig } from '#kernel/config.ts';
import { spreadsheetMessages } from './spreadsheet.messages.ts';

/** The right to read spreadsheets, and nothing else of the account. */
export const readScope = 'https://www.googleapis.com/auth/spreadsheets.readonly';

// Seconds that one answer of the issuer may take.
const timeout = 10;

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

/** What one sign-in keeps to itself. */
export interface SignInSecrets {
  state: string;
  nonce: string;
  verifier: string;
}

export const newSecrets = (): SignInSecrets => ({
  state: oidc.randomState(),
  nonce: oidc.randomNonce(),
  verifier: oidc.randomPKCECodeVerifier(),
});

/** The issuer of the spreadsheet accounts, as its metadata describes it at this moment. */
export class Issuer {
  readonly #client: oidc.Configuration;

  private constructor(client: oidc.Configuration) {
    this.#client = client;
  }

  /** Rejects with 503 where the issuer gives no description of itself. */
  static async find({ issuer, clientId, clientSecret }: SpreadsheetsConfig): Promise<Issuer> {
    const url = new URL(issuer);
    // The configuration takes such an address for this machine alone.
    const execute = url.protocol === 'http:' ? [oidc.allowInsecureRequests] : [];
    const auth = oidc.ClientSecretPost(clientSecret);
    return new Issuer(await answered(oidc.discovery(url, clientId, undefined, auth, { execute, timeout })));
  }

  /** Where the browser goes to sign in. */
  async signInUrl(redirectUri: string, { state, nonce, verifier }: SignInSecrets): Promise<URL> {
    const offline = this.#client.serverMetadata().scopes_supported?.includes('offline_access');
    return oidc.buildAuthorizationUrl(this.#client, {
      redirect_uri: redirectUri,
      scope: ['openid', 'email', readScope, ...(offline ? ['offline_access'] : [])].join(' '),
      state,
      nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      // Google gives a refresh token only so; where it is a scope, the consent is asked for as the standard has it.
      access_type: 'offline',
      prompt: 'consent',
    });
  }

  /** What the issuer sent the browser back with, made into tokens. Rejects with 422 where it refused. */
  async exchange(callback: URL, { state, nonce, verifier }: SignInSecrets) {
    const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true };
    const answer = await answered(oidc.authorizationCodeGrant(this.#client, callback, checks));
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
      throw unreachable(error);
    }
  }

  /** Makes the tokens worthless, where the issuer offers it. */
  async revoke({ access, refresh }: Tokens): Promise<void> {
    if (!this.#client.serverMetadata().revocation_endpoint) return;
    await answered(oidc.tokenRevocation(this.#client, refresh ?? access));
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

async function answered<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw error instanceof oidc.AuthorizationResponseError ? refused(error) : unreachable(error);
  }
}

const refused = (error: oidc.AuthorizationResponseError) =>
  spreadsheetMessages.errorWith(422, 'spreadsheet.sign_in_refused', { cause: loggable(error) });

const unreachable = (error: unknown) =>
  spreadsheetMessages.errorWith(503, 'spreadsheet.issuer_failed', { cause: loggable(error) });

/** What a log may hold of a failure: such an error carries the answer it stumbled over, tokens and all. */
function loggable(error: unknown): Error {
  if (!(error instanceof Error)) return new Error('no error');
  const code = error instanceof oidc.ResponseBodyError ? `${error.status} ${error.error}: ` : '';
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : '';
  return new Error(`${code}${error.message}${cause}`);
}
