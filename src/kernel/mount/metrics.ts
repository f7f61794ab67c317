import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { ChangeFeed } from '../changes/change-feed.ts';
import type { Database } from '../db/database.ts';
import type { Pool } from '../db/pool.ts';
import type { EventStreams } from '../http/event-streams.ts';
import { type InstallationParts, installationGauges } from './installation-gauges.ts';

interface MetricsParts {
  /** The bearer token Prometheus must send. */
  token: string;
  pools: Readonly<Record<string, Pool>>;
  /** Answers quickly or fails: a scrape must report an unresponsive database. */
  db: Database;
  changes: ChangeFeed;
  events: EventStreams;
  /** Those of the features. */
  gauges: readonly FeatureGauge[];
  installation: InstallationParts;
}

/** A figure about the whole library that only the database knows. */
export interface FeatureGauge {
  /** Its name in Prometheus, which alerts depend on. */
  name: string;
  help: string;
  count: (db: Database) => Promise<number>;
}

/** `GET /metrics` for Prometheus. Each instance reports on itself; jobs and changes are the same on every instance. */
export function serveMetrics(app: FastifyInstance, parts: MetricsParts): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  countRequests(app, registry);
  watchPools(registry, parts.pools);
  const measureDatabase = databaseGauges(registry, parts);
  const measureInstallation = installationGauges(registry, parts.installation);
  const expected = digest(`Bearer ${parts.token}`);
  app.get(
    '/metrics',
    {
      config: { permission: 'public', anonymous: true, rateLimit: false },
      logLevel: 'warn',
      schema: { hide: true },
    },
    async (request, reply) => {
      // The caller is a program: there is no log-in page to redirect to.
      if (!timingSafeEqual(digest(request.headers.authorization ?? ''), expected))
        return reply.code(401).header('www-authenticate', 'Bearer').send();
      await Promise.all([measureDatabase(), measureInstallation()]);
      return reply.type(registry.contentType).send(await registry.metrics());
    },
  );
}

const digest = (text: string) => createHash('sha256').update(text).digest();

// From a cache hit to the point where people give up. Seconds.
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

function countRequests(app: FastifyInstance, registry: Registry): void {
  const registers = [registry];
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Requests answered',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'From the first byte of a request to the last of its answer',
    labelNames: ['method', 'route'],
    buckets,
    registers,
  });
  app.addHook('onResponse', async ({ method, routeOptions }, { statusCode, elapsedTime }) => {
    // The requested path would give every guess by a stranger its own time series.
    const route = routeOptions.url ?? 'none';
    requests.inc({ method, route, status: statusCode });
    durations.observe({ method, route }, elapsedTime / 1000);
  });
}

function watchPools(registry: Registry, pools: Readonly<Record<string, Pool>>): void {
  const registers = [registry];
  const entries = Object.entries(pools);
  const gauge = (name: string, help: string, value: (pool: Pool) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['pool'],
      registers,
      collect() {
        for (const [pool, one] of entries) this.set({ pool }, value(one));
      },
    });
  gauge('database_pool_connections', 'Connections open', (pool) => pool.totalCount);
  gauge('database_pool_busy', 'Connections in use', (pool) => pool.totalCount - pool.idleCount);
  gauge('database_pool_waiting', 'Callers waiting for a connection', (pool) => pool.waitingCount);
  gauge('database_pool_limit', 'Connections allowed', (pool) => pool.options.max);
  const waits = new Histogram({
    name: 'database_pool_wait_seconds',
    help: 'How long callers waited for a connection',
    labelNames: ['pool'],
    buckets,
    registers,
  });
  for (const [pool, one] of entries) one.onWaited = (seconds) => waits.observe({ pool }, seconds);
}

/** Gauges that only the database knows, queried once per scrape. */
function databaseGauges(registry: Registry, { db, changes, events, gauges }: MetricsParts): () => Promise<void> {
  const registers = [registry];
  const up = new Gauge({ name: 'database_up', help: '1 if the database answers', registers });
  const jobs = new Gauge({ name: 'jobs', help: 'Jobs by queue and state', labelNames: ['queue', 'state'], registers });
  const waiting = new Gauge({
    name: 'jobs_oldest_waiting_seconds',
    help: 'How long the oldest job of a queue has waited since it was due',
    labelNames: ['queue'],
    registers,
  });
  const tables = new Gauge({
    name: 'table_bytes',
    help: 'Disk that a table takes with its indexes and long values',
    labelNames: ['table'],
    registers,
  });
  const counted = gauges.map(({ name, help, count }) => ({ gauge: new Gauge({ name, help, registers }), count }));
  const lag = new Gauge({
    name: 'change_feed_lag_seconds',
    help: 'Age of the oldest change that an open event stream has not been sent',
    registers,
  });
  const connected = new Gauge({ name: 'change_feed_connected', help: '1 if changes are heard of', registers });
  const streams = new Gauge({ name: 'event_streams_open', help: 'Event streams open', registers });
  return async () => {
    connected.set(Number(changes.isConnected));
    streams.set(events.count);
    try {
      const counts = await sql<{ queue: string; state: string; count: number }>`
        select name as queue, state::text, count(*) from pgboss.job group by name, state`.execute(db);
      jobs.reset();
      for (const { queue, state, count } of counts.rows) jobs.set({ queue, state }, count);
      waiting.reset();
      for (const { queue, age } of await jobsThatWait(db)) waiting.set({ queue }, age);
      tables.reset();
      for (const { name, bytes } of await tableSizes(db)) tables.set({ table: name }, bytes);
      for (const { gauge, count } of counted) gauge.set(await count(db));
      lag.set(await changes.ageAfter(events.cursors, db));
      up.set(1);
    } catch {
      up.set(0);
    }
  };
}

async function jobsThatWait(db: Database) {
  const { rows } = await sql<{ queue: string; age: number }>`
    select name as queue, extract(epoch from pgboss.job_now() - min(start_after))::float8 as age
    from pgboss.job where state < 'active' and not blocked and start_after <= pgboss.job_now() group by name`.execute(
    db,
  );
  return rows;
}

/** The partitions of a table count as one. */
async function tableSizes(db: Database) {
  const { rows } = await sql<{ name: string; bytes: number }>`
    select coalesce(whole.relname, part.relname) as name, sum(pg_total_relation_size(part.oid))::float8 as bytes
    from pg_class part
      left join pg_inherits i on i.inhrelid = part.oid
      left join pg_class whole on whole.oid = i.inhparent
    where part.relkind = 'r' and part.relnamespace = 'public'::regnamespace group by 1`.execute(db);
  return rows;
}
