import { once } from 'node:events';
import http from 'node:http';
import { Provider } from 'oidc-provider';
import { IssuedAnswers } from '#kernel/auth/issued-answers.fixture.ts';

const scope = 'https://www.googleapis.com/auth/spreadsheets.readonly';
const client = { id: 'office', secret: 'the-office-and-its-issuer-know-this' };

/** One sheet: its cells from row 1, and the number of rows in its grid. */
export interface DoubleSheet {
  title: string;
  rowCount: number;
  values: unknown[][];
}

type Handler = (request: http.IncomingMessage, response: http.ServerResponse) => void;

/** Blocks requests while it is shut. */
class Gate {
  /** The number of waiting requests. */
  waiting = 0;
  /** Whether to reject the next request. */
  refuseNext = false;
  #opened: Promise<void> | undefined;
  #open: () => void = () => undefined;
  shut(): void {
    this.#opened = new Promise((resolve) => (this.#open = resolve));
  }
  open(): void {
    this.#open();
  }
  /** False if the request is rejected. */
  async pass(): Promise<boolean> {
    this.waiting++;
    await this.#opened;
    this.waiting--;
    const passes = !this.refuseNext;
    this.refuseNext = false;
    return passes;
  }
}

/** A real OpenID provider on a port of its own, and a double that speaks the read protocol of cloud spreadsheets. */
export interface SpreadsheetDouble {
  /** The environment variables for an office that uses both. */
  environment: Record<string, string>;
  /** Creates a spreadsheet with these sheets and returns its link. */
  publish(...sheets: DoubleSheet[]): string;
  /** Answers the next requests to the read API in its place, one each. */
  answerNext(...handlers: Handler[]): void;
  /** The paths requested from the read API, with decoded ranges. */
  readonly requests: string[];
  /** The grants of the token endpoint that succeeded, in order. */
  readonly granted: string[];
  /** Every token the provider has issued. */
  readonly tokens: string[];
  readonly issued: IssuedAnswers;
  /** In front of the provider's token endpoint. */
  readonly gate: Gate;
  /** The provider forgets its access tokens, or its refresh tokens. */
  forget(kind: 'access' | 'refresh'): Promise<void>;
  /** The number of access tokens the provider still accepts. */
  living(): Promise<number>;
  stop(): Promise<void>;
}

/** Starts both; any office on this machine may send its browsers there. Stop them in afterAll. */
export async function startSpreadsheetDouble(): Promise<SpreadsheetDouble> {
  const issuer = await listening(http.createServer());
  const issued = new IssuedAnswers();
  const provider = new Provider(issuer.url, { ...providerOptions(), jwks: issued.jwks });
  issued.follow(provider);
  const gate = new Gate();
  issuer.server.on('request', async (request, response) => {
    if (request.url === '/token' && !(await gate.pass())) return response.writeHead(500).end();
    await provider.callback()(request, response);
  });
  const tokenStore = storeTokens(provider);
  const files = new Map<string, DoubleSheet[]>();
  const requests: string[] = [];
  const instead: Handler[] = [];
  const api = await listening(
    http.createServer(async (request, response) => {
      requests.push(decodeURIComponent(request.url ?? ''));
      const handler = instead.shift();
      if (handler) return handler(request, response);
      const { status, body } = await read(provider, files, request);
      answerJson(status, body)(request, response);
    }),
  );
  return {
    environment: {
      SHEETS_ISSUER: issuer.url,
      SHEETS_CLIENT_ID: client.id,
      SHEETS_CLIENT_SECRET: client.secret,
      SHEETS_API_URL: api.url,
    },
    publish: (...sheets) => {
      const id = `sheet-${files.size + 1}_of-the-double`;
      files.set(id, sheets);
      return `${api.url}/spreadsheets/d/${id}/edit#gid=0`;
    },
    answerNext: (...handlers) => void instead.push(...handlers),
    requests,
    issued,
    gate,
    ...tokenStore,
    stop: async () => {
      await Promise.all([issuer.stop(), api.stop()]);
    },
  };
}

/** Responds like the read API: JSON with a status. */
export const answerJson =
  (status: number, body: unknown, headers: Record<string, string> = {}): Handler =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8', ...headers });
    response.end(JSON.stringify(body));
  };

export const refusal = (code: number, status: string, message: string) => ({ error: { code, status, message } });

function providerOptions(): ConstructorParameters<typeof Provider>[1] {
  return {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        // For such an address on this machine any port is accepted.
        application_type: 'native',
        redirect_uris: ['http://127.0.0.1/spreadsheet/callback'],
        grant_types: ['authorization_code', 'refresh_token'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    scopes: ['openid', 'offline_access', 'email', scope],
    claims: { openid: ['sub'], email: ['email'] },
    findAccount: (_ctx, id) => ({ accountId: id, claims: async () => ({ sub: id, email: `${id}@library.example` }) }),
    features: { revocation: { enabled: true } },
    pkce: { required: () => true },
    cookies: { keys: ['the key of the double'] },
    ttl: { AccessToken: 3600, RefreshToken: 86_400, Session: 3600, Grant: 86_400, Interaction: 600, IdToken: 3600 },
  };
}

interface Token {
  destroy(): Promise<void>;
  /** The token the client presents. */
  jti: string;
}

function storeTokens(provider: Provider): Pick<SpreadsheetDouble, 'granted' | 'tokens' | 'forget' | 'living'> {
  const granted: string[] = [];
  const saved: Record<'access' | 'refresh', Token[]> = { access: [], refresh: [] };
  const tokens: string[] = [];
  provider.on('grant.success', (ctx) => void granted.push(String(ctx.oidc.params?.['grant_type'])));
  const store = (kind: 'access' | 'refresh') => (token: Token) => {
    saved[kind].push(token);
    tokens.push(token.jti);
  };
  provider.on('access_token.saved', store('access'));
  provider.on('refresh_token.saved', store('refresh'));
  return {
    granted,
    tokens,
    forget: async (kind) => {
      await Promise.all(saved[kind].splice(0).map((token) => token.destroy()));
    },
    living: async () => {
      const found = await Promise.all(saved.access.map(({ jti }) => provider.AccessToken.find(jti)));
      return found.filter(Boolean).length;
    },
  };
}

async function read(provider: Provider, files: Map<string, DoubleSheet[]>, request: http.IncomingMessage) {
  const refuse = (status: number, name: string, message: string) => ({ status, body: refusal(status, name, message) });
  const token = request.headers.authorization?.replace(/^Bearer /, '');
  const access = token ? await provider.AccessToken.find(token) : undefined;
  if (!access?.isValid) return refuse(401, 'UNAUTHENTICATED', 'Request had invalid authentication credentials.');
  if (!access.scope?.split(' ').includes(scope)) {
    return refuse(403, 'PERMISSION_DENIED', 'Request had insufficient authentication scopes.');
  }
  const { pathname } = new URL(request.url ?? '', 'http://double');
  const [, id = '', range] = /^\/v4\/spreadsheets\/([\w-]+)(?:\/values\/([^/]+))?$/.exec(pathname) ?? [];
  const sheets = files.get(id);
  if (!sheets) return refuse(404, 'NOT_FOUND', 'Requested entity was not found.');
  if (range === undefined) return { status: 200, body: { sheets: sheets.map(described) } };
  const found = rangeOf(sheets, decodeURIComponent(range));
  return typeof found === 'string' ? refuse(400, 'INVALID_ARGUMENT', found) : { status: 200, body: found };
}

const described = ({ title, rowCount }: DoubleSheet, index: number) => ({
  properties: { sheetId: index, title, index, gridProperties: { rowCount } },
});

/** The rows of a range, or its error. */
function rangeOf(sheets: DoubleSheet[], range: string) {
  const [, name, from, first, to, last] = /^'(.+)'!([A-Z]+)(\d+):([A-Z]+)(\d+)$/.exec(range) ?? [];
  const sheet = sheets.find(({ title }) => title === name?.replaceAll("''", "'"));
  if (!sheet) return `Unable to parse range: ${range}`;
  if (Number(first) > sheet.rowCount) return `Range (${range}) exceeds grid limits. Max rows: ${sheet.rowCount}`;
  const values = sheet.values.slice(Number(first) - 1, Number(last));
  while (values.length > 0 && values.at(-1)?.length === 0) values.pop();
  return {
    range: `'${name}'!${from}${first}:${to}${last}`,
    majorDimension: 'ROWS',
    ...(values.length > 0 && { values }),
  };
}

async function listening(server: http.Server) {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  const stop = async () => {
    server.closeAllConnections();
    await once(server.close(), 'close');
  };
  return { server, url: `http://127.0.0.1:${port}`, stop };
}
