import * as oidc from 'openid-client';
import { z } from 'zod';
import { answered, discover, exchangeCode, ProviderError, type SignInSecrets, signInUrl } from '#kernel/auth/openid.ts';
import type { SingleSignOnConfig } from '#kernel/config.ts';

/** Somebody as the provider describes them. */
export interface ProviderPerson {
  issuer: string;
  /** Who they are there, for good. */
  subject: string;
  /** What they are called there, the most fitting first. */
  names: { id: string[]; name: string | undefined };
  groups: string[];
  /** Where the browser logs out there; null where the provider has no such place. */
  logOut: string | null;
}

/** The provider of single sign-on. Rejects with a {@link ProviderError} where it does not answer rightly. */
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

  /** Where the browser goes to log in. */
  signInUrl(redirectUri: string, secrets: SignInSecrets): Promise<URL> {
    const { scopes_supported: supported } = this.#client.serverMetadata();
    const wanted = ['openid', 'profile', 'email', ...(supported?.includes('groups') ? ['groups'] : [])];
    const scope = wanted.filter((one) => supported?.includes(one) ?? true).join(' ');
    return signInUrl(this.#client, secrets, { redirect_uri: redirectUri, scope });
  }

  /** Who came back; `leaveTo` is where they come to after logging out there. */
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
      logOut: end ? logOutUrl(client, leaveTo, answer.id_token ?? '') : null,
    };
  }

  /** Providers know a client by one way to send its secret: where they take it otherwise, the other one is tried. */
  async #exchange(callback: URL, secrets: SignInSecrets) {
    try {
      return { answer: await exchangeCode(this.#client, callback, secrets), client: this.#client };
    } catch (error) {
      if (!(error instanceof ProviderError) || error.code !== 'invalid_client') throw error;
      const { clientId, clientSecret } = this.#config;
      const auth = oidc.ClientSecretBasic(clientSecret);
      const client = new oidc.Configuration(this.#client.serverMetadata(), clientId, undefined, auth);
      client.timeout = this.#client.timeout;
      if (client.serverMetadata().issuer.startsWith('http:')) oidc.allowInsecureRequests(client);
      return { answer: await exchangeCode(client, callback, secrets), client };
    }
  }

  /** Many providers tell groups and names at another place than in the ID token. */
  async #moreClaims(client: oidc.Configuration, accessToken: string, own: oidc.IDToken): Promise<object> {
    const told = claimAt(own, this.#config.groupClaim) !== undefined && own['preferred_username'] !== undefined;
    if (told || !client.serverMetadata().userinfo_endpoint) return {};
    return answered(oidc.fetchUserInfo(client, accessToken, own.sub));
  }
}

// Of an address in a header, which proxies take.
const longestUrl = 4000;

/** Where a browser logs out, with its ID token as the proof that it may; one that is too long is left out. */
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
export const groupsIn = (claims: object, claim: string): string[] => Groups.parse(claimAt(claims, claim));

/** A claim by its name, which may also be a path: `realm_access.roles`. */
function claimAt(claims: object, name: string): unknown {
  if (name in claims) return Object(claims)[name];
  return name.split('.').reduce<unknown>((part, key) => (part === undefined ? part : Object(part)[key]), claims);
}
