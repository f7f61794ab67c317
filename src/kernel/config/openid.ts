import * as oidc from 'openid-client';
import { z } from 'zod';

// Time limit for each answer of a provider. Seconds.
const timeout = 10;

/** An OpenID provider, and this product's client credentials there. */
export interface ProviderConfig {
  /** Exactly as the provider names itself, including a trailing slash. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** The secrets of one sign-in. */
export interface SignInSecrets {
  state: string;
  nonce: string;
  verifier: string;
}

/** New random secrets, for one sign-in only. */
export const newSecrets = (): SignInSecrets => ({
  state: oidc.randomState(),
  nonce: oidc.randomNonce(),
  verifier: oidc.randomPKCECodeVerifier(),
});

/** A provider failed, or refused, for example after a cancel. Its message is safe to log: it contains no tokens. */
export class ProviderError extends Error {
  readonly refused: boolean;
  /** The error code in its answer, such as `invalid_client`. */
  readonly code: string | undefined;

  constructor(error: unknown) {
    super(loggable(error));
    this.refused = error instanceof oidc.AuthorizationResponseError;
    this.code = codeOf(error);
  }
}

function codeOf(error: unknown): string | undefined {
  if (error instanceof oidc.WWWAuthenticateChallengeError) return 'invalid_client';
  return error instanceof oidc.ResponseBodyError ? error.error : undefined;
}

/** What may be logged about a failure: such an error carries the whole answer that caused it, including tokens. */
function loggable(error: unknown): string {
  if (!(error instanceof Error)) return 'no error';
  const code = error instanceof oidc.ResponseBodyError ? `${error.status} ${error.error}: ` : '';
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : '';
  return `${code}${error.message}${cause}`;
}

/** Waits for a provider; rejects with a {@link ProviderError}. */
export async function answered<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw error instanceof ProviderError ? error : new ProviderError(error);
  }
}

/** The provider's current self-description. */
export function discover({ issuer, clientId, clientSecret }: ProviderConfig): Promise<oidc.Configuration> {
  const auth = oidc.ClientSecretPost(clientSecret);
  return answered(oidc.discovery(new URL(issuer), clientId, undefined, auth, { execute: checksOf(issuer), timeout }));
}

/** The provider for clients that send their secret as HTTP Basic credentials. */
export function withBasicSecret(
  provider: oidc.Configuration,
  { issuer, clientId, clientSecret }: ProviderConfig,
): oidc.Configuration {
  const auth = oidc.ClientSecretBasic(clientSecret);
  const client = new oidc.Configuration(provider.serverMetadata(), clientId, undefined, auth);
  client.timeout = timeout;
  for (const check of checksOf(issuer)) check(client);
  return client;
}

/** By default the library trusts TLS alone and does not look at the signatures of ID tokens. */
const checksOf = (issuer: string) => [
  oidc.enableNonRepudiationChecks,
  // The configuration allows plain http only for this machine.
  ...(issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : []),
];

/** Where the browser goes to sign in: the authorization code flow with PKCE, a state and a nonce. */
export async function signInUrl(
  provider: oidc.Configuration,
  { state, nonce, verifier }: SignInSecrets,
  parameters: { redirect_uri: string; scope: string } & Record<string, string>,
): Promise<URL> {
  const proof = { code_challenge: await oidc.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' };
  return usable(() => oidc.buildAuthorizationUrl(provider, { ...parameters, state, nonce, ...proof }));
}

/** Uses something that a provider said, such as an address; throws a {@link ProviderError} if it cannot be used. */
export function usable<T>(act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw new ProviderError(error);
  }
}

// The standard's limit. What cannot be stored exactly as it is could become somebody else's identity.
const Subject = z
  .string()
  .max(255)
  .regex(/^[^\p{Cc}\p{Cs}]+$/u);

/** Exchanges the parameters of the provider's redirect (`callback`) for tokens, after all checks. */
export function exchangeCode(
  provider: oidc.Configuration,
  callback: URL,
  { state, nonce, verifier }: SignInSecrets,
): Promise<oidc.TokenEndpointResponse & oidc.TokenEndpointResponseHelpers> {
  const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true };
  const grant = async () => {
    const answer = await oidc.authorizationCodeGrant(provider, callback, checks);
    Subject.parse(answer.claims()?.sub);
    return answer;
  };
  return answered(grant());
}
