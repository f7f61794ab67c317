import * as oidc from 'openid-client';
import { z } from 'zod';
import type { SingleSignOnConfig } from '#kernel/config/config.ts';
import {
  answered,
  discover,
  exchangeCode,
  ProviderError,
  type SignInSecrets,
  signInUrl,
  usable,
  withBasicSecret,
} from '#kernel/config/openid.ts';

/** A person as described by the provider. */
export interface ProviderPerson {
  issuer: string;
  /** Their permanent identifier there. */
  subject: string;
  /** Their names there, best match first. */
  names: { id: string[]; name: string | undefined };
  groups: string[];
  /** The log-out address; null if the provider has none. */
  logOut: string | null;
}

/** The single sign-on provider. Rejects with a {@link ProviderError} if it does not respond correctly. */
export class SignOnProvider {
  readonly #config: SingleSignOnConfig;
  readonly #client: oidc.Configuration;

  private constructor(config: SingleSignOnConfig, client: oidc.Configuration) {
    this.#config = config;
    this.#client = client;
  }

  static async find(config: SingleSignOnConfig): Promise<SignOnProvider> {
    return new SignOnProvider(config, await discover(config));
  }

  /** The address for the browser to log in. */
  signInUrl(redirectUri: string, secrets: SignInSecrets): Promise<URL> {
    const { scopes_supported: supported } = this.#client.serverMetadata();
    const wanted = ['openid', 'profile', 'email', ...(supported?.includes('groups') ? ['groups'] : [])];
    const scope = wanted.filter((one) => supported?.includes(one) ?? true).join(' ');
    return signInUrl(this.#client, secrets, { redirect_uri: redirectUri, scope });
  }

  /** The person who came back; `leaveTo` is where they return to after logging out at the provider. */
  async person(callback: URL, secrets: SignInSecrets, leaveTo: string): Promise<ProviderPerson> {
    const { answer, client } = await this.#exchange(callback, secrets);
    const own = answer.claims();
    const { issuer, end_session_endpoint: end } = client.serverMetadata();
    if (!own) throw new ProviderError(new Error('There is no ID token.'));
    const claims = { ...(await this.#moreClaims(client, answer.access_token, own)), ...own };
    const said = Described.parse(claims);
    return {
      issuer,
      subject: own.sub,
      names: { id: [said.preferred_username, said.email, own.sub].filter((id) => id !== undefined), name: said.name },
      groups: groupsIn(claims, this.#config.groupClaim),
      logOut: end ? usable(() => logOutUrl(client, leaveTo, answer.id_token ?? '')) : null,
    };
  }

  /** Providers accept one way of sending the client secret; if this one is rejected, the other is tried. */
  async #exchange(callback: URL, secrets: SignInSecrets) {
    try {
      return { answer: await exchangeCode(this.#client, callback, secrets), client: this.#client };
    } catch (error) {
      if (!(error instanceof ProviderError) || error.code !== 'invalid_client') throw error;
      const client = withBasicSecret(this.#client, this.#config);
      return { answer: await exchangeCode(client, callback, secrets), client };
    }
  }

  /** Many providers return groups and names from the userinfo endpoint instead of in the ID token. */
  async #moreClaims(client: oidc.Configuration, accessToken: string, own: oidc.IDToken): Promise<object> {
    const isComplete = claimAt(own, this.#config.groupClaim) !== undefined && own['preferred_username'] !== undefined;
    if (isComplete || !client.serverMetadata().userinfo_endpoint) return {};
    return answered(oidc.fetchUserInfo(client, accessToken, own.sub));
  }
}

// Longest address in a header that proxies accept.
const longestUrl = 4000;

/** The log-out address, with the ID token as a hint; the token is omitted if it makes the address too long. */
function logOutUrl(client: oidc.Configuration, leaveTo: string, idToken: string): string {
  const leave = { post_logout_redirect_uri: leaveTo };
  const { href } = oidc.buildEndSessionUrl(client, { ...leave, id_token_hint: idToken });
  return href.length <= longestUrl ? href : oidc.buildEndSessionUrl(client, leave).href;
}

const line = z
  .string()
  .trim()
  .min(1)
  .max(320)
  .regex(/^[^\p{Cc}\p{Cs}]+$/u)
  .optional()
  .catch(undefined);

const Described = z.object({ preferred_username: line, email: line, name: line });

const Groups = z.union([z.array(z.string()), z.string().transform((one) => [one])]).catch([]);

/** The groups in a claim: a list, or one name. */
const groupsIn = (claims: object, claim: string): string[] => Groups.parse(claimAt(claims, claim));

/** A claim by its name, which may also be a path: `realm_access.roles`. */
function claimAt(claims: object, name: string): unknown {
  if (name in claims) return Object(claims)[name];
  return name.split('.').reduce<unknown>((part, key) => (part === undefined ? part : Object(part)[key]), claims);
}
