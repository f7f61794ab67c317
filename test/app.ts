import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { openSession } from '#kernel/auth/sessions.ts';
import { readConfig } from '#kernel/config/config.ts';
import type { Feature } from '#kernel/mount/feature.ts';
import { openStorage } from '#kernel/mount/open-storage.ts';
import type { Storage } from '#kernel/storage/storage.ts';
import { systemCaller } from '#kernel/work/unit-of-work.ts';
import { type App, buildApp } from '#src/build-app.ts';
import { features } from '#src/features.ts';
import { type Clock, testClock } from './clock.ts';
import { testDatabase } from './test-database.ts';

/** A response, as tests read it. */
export interface Answer {
  status: number;
  headers: Record<string, unknown>;
  body: string;
  /** The body as it was sent, for files. */
  bytes: Uint8Array;
  json: any;
}

type Headers = Record<string, string>;

/** A client that sends requests: an administrator, an account without rights, or a stranger. */
export interface Person {
  get(url: string, headers?: Headers): Promise<Answer>;
  post(url: string, body?: unknown, headers?: Headers): Promise<Answer>;
  put(url: string, body?: unknown, headers?: Headers): Promise<Answer>;
  delete(url: string, body?: unknown, headers?: Headers): Promise<Answer>;
  /** Undoes an act, whole or of these records only. */
  undo(act: number | null | undefined, ids?: readonly string[]): Promise<Answer>;
  /** An urlencoded form. */
  form(url: string, fields: Record<string, string>, headers?: Headers): Promise<Answer>;
  /** A multipart form, with files. */
  upload(url: string, form: FormData): Promise<Answer>;
  /** Any request, in the form of Fastify's inject. */
  send(options: InjectOptions): Promise<Answer>;
  cookie: string;
}

/** The whole product on its own database and folder. */
export interface Office {
  app: App;
  server: FastifyInstance;
  db: App['db'];
  databaseUrl: string;
  /** The storage of its files. */
  storage: Storage;
  clock: Clock;
  admin: Person;
  staff: Person;
  stranger: Person;
  /** Signs another account in. */
  signIn(staffId: string, isAdmin: boolean): Promise<Person>;
  close(): Promise<void>;
}

/** Options of {@link startOffice}; `jobs` also starts the background work. */
export interface OfficeOptions {
  jobs?: boolean;
  environment?: Record<string, string>;
  /** Use one pool of this size for everything. */
  poolSize?: number;
  /** Routes its connections differently than directly to the database at this address. */
  route?: (databaseUrl: string) => Promise<string>;
  /** Gives it a replica at this address. */
  replicaUrl?: string;
  /** Starts another instance of a running office: with its database and its clock. */
  beside?: Office;
  /** Mounted alongside the product's own features, to exercise the kernel. */
  extra?: Feature;
  /** Features that are left out, by name. */
  without?: readonly string[];
}

/** Starts the product for one test file. Close it in afterAll. */
export async function startOffice(options: OfficeOptions = {}): Promise<Office> {
  const { beside, without = [] } = options;
  const database = beside ? { url: beside.databaseUrl, drop: async () => undefined } : await testDatabase();
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'office-'));
  const config = readConfig({
    DATA_DIR: dataDir,
    LOG_LEVEL: 'fatal',
    RATE_LIMIT: '0',
    // The receivers of tests are on this machine.
    WEBHOOK_PRIVATE: 'allow',
    ...options.environment,
  });
  const clock = beside?.clock ?? testClock();
  const opened = await openStorage(config, clock.now);
  const app = await buildApp({
    config,
    opened,
    connection: { connectionString: (await options.route?.(database.url)) ?? database.url },
    ...(options.replicaUrl && { readConnection: { connectionString: options.replicaUrl } }),
    clock: clock.now,
    poolSize: options.poolSize,
    features: [...features.filter(({ name }) => !without.includes(name)), ...(options.extra ? [options.extra] : [])],
  });
  await app.server.ready();
  if (options.jobs) await app.start();
  const signIn = async (staffId: string, isAdmin: boolean) =>
    person(app.server, `sid=${await plantSession(app, staffId, isAdmin)}`);
  return {
    app,
    server: app.server,
    db: app.db,
    databaseUrl: database.url,
    storage: opened.storage,
    clock,
    admin: await signIn('ada', true),
    staff: await signIn('bert', false),
    stranger: person(app.server, ''),
    signIn,
    close: async () => {
      await app.stop();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Creates a session without the cost of a password, for an account that is created if necessary. */
export function plantSession(app: App, staffId: string, isAdmin: boolean): Promise<string> {
  return app.work.write(systemCaller('test'), async (ctx) => {
    const { staff_idx } = await ctx.db
      .insertInto('staff')
      .values({ staff_id: staffId, name: staffId, password_hash: 'none', is_admin: isAdmin })
      .onConflict((conflict) => conflict.column('staff_id').doUpdateSet({ is_admin: isAdmin }))
      .returning('staff_idx')
      .executeTakeFirstOrThrow();
    return openSession(ctx, staff_idx, { address: '127.0.0.1', agent: 'test' });
  });
}

function person(server: FastifyInstance, cookie: string): Person {
  const send = async (options: InjectOptions): Promise<Answer> => {
    const headers = { ...(cookie && { cookie }), ...options.headers };
    const response = await server.inject({ ...options, headers });
    const isJson = (response.headers['content-type'] ?? '').startsWith('application/json');
    return {
      status: response.statusCode,
      headers: response.headers,
      body: response.body,
      bytes: response.rawPayload,
      json: isJson ? response.json() : undefined,
    };
  };
  const withBody =
    (method: 'POST' | 'PUT' | 'DELETE') =>
    (url: string, body?: unknown, headers: Headers = {}) =>
      send({ method, url, headers, ...(body !== undefined && { payload: body as object }) });
  const post = withBody('POST');
  return {
    cookie,
    send,
    get: (url, headers = {}) => send({ method: 'GET', url, headers }),
    post,
    undo: (act, ids) => post(`/api/v1/act/${act}/undo`, ids && { ids }),
    put: withBody('PUT'),
    delete: withBody('DELETE'),
    form: (url, fields, headers = {}) =>
      send({
        method: 'POST',
        url,
        payload: new URLSearchParams(fields).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      }),
    upload: async (url, form) => {
      const request = new Request('http://office', { method: 'POST', body: form });
      const payload = Buffer.from(await request.arrayBuffer());
      return send({
        method: 'POST',
        url,
        payload,
        headers: { 'content-type': request.headers.get('content-type') ?? '' },
      });
    },
  };
}
