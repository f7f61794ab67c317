import { once } from 'node:events';
import http from 'node:http';
import { Provider } from 'oidc-provider';
import { IssuedAnswers } from '#kernel/auth/issued-answers.fixture.ts';

const client = { id: 'office', secret: 'the-office-and-its-provider-know-this' };

/** A person at the provider: their groups, and the claims besides the ID they log in with. */
export interface ProviderAccount {
  groups?: string[] | string;
  claims?: Record<string, unknown>;
}

/** A real OpenID provider on a port of its own. */
export interface ProviderDouble {
  /** The environment variables for an office that uses it. */
  environment: Record<string, string>;
  /** Its people by log-in ID; anyone else is in no group. */
  readonly people: Map<string, ProviderAccount>;
  readonly issued: IssuedAnswers;
  stop(): Promise<void>;
}

/** Starts a provider with this client authentication; any office on this machine may send its browsers there. */
export async function startProvider(
  method: 'client_secret_basic' | 'client_secret_post' = 'client_secret_basic',
): Promise<ProviderDouble> {
  const server = http.createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const issuer = `http://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : 0}`;
  const people = new Map<string, ProviderAccount>();
  const issued = new IssuedAnswers();
  const provider = new Provider(issuer, { ...providerOptions(people, method), jwks: issued.jwks });
  issued.follow(provider);
  server.on('request', provider.callback());
  return {
    environment: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: client.id,
      OIDC_CLIENT_SECRET: client.secret,
      OIDC_NAME: 'Example ID',
      OIDC_ADMIN_GROUP: 'librarians',
    },
    people,
    issued,
    stop: async () => {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}

function providerOptions(
  people: ReadonlyMap<string, ProviderAccount>,
  method: 'client_secret_basic' | 'client_secret_post',
): ConstructorParameters<typeof Provider>[1] {
  return {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        // For such an address on this machine any port is accepted.
        application_type: 'native',
        redirect_uris: ['http://127.0.0.1/login/oidc/callback', 'http://127.0.0.1/office/login/oidc/callback'],
        post_logout_redirect_uris: ['http://127.0.0.1/login'],
        token_endpoint_auth_method: method,
      },
    ],
    scopes: ['openid', 'profile', 'email'],
    claims: { openid: ['sub'], profile: ['name', 'preferred_username', 'groups'], email: ['email'] },
    findAccount: (_ctx, id) => ({
      accountId: id,
      claims: async () => ({
        sub: id,
        name: `Name of ${id}`,
        groups: people.get(id)?.groups,
        ...people.get(id)?.claims,
      }),
    }),
    pkce: { required: () => true },
    cookies: { keys: ['the key of the double'] },
    ttl: { AccessToken: 3600, Session: 3600, Grant: 86_400, Interaction: 600, IdToken: 3600 },
  };
}
