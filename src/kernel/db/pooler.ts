import type pg from 'pg';
import { UnsuitableDatabase } from './migrate.ts';
import { type Connection, Servers } from './servers.ts';

/** The default statement timeout of a pool. Milliseconds. */
export const statementTimeoutMs = 70_000;

/** The settings of every session. */
export const sessionSettings: Readonly<Record<string, string>> = {
  // Prepared statements are parsed once but planned for each set of values: the search pattern decides the plan.
  plan_cache_mode: 'force_custom_plan',
  timezone: 'UTC',
  jit: 'off',
  work_mem: '64MB',
  // With the default of 4, PostgreSQL scans a library of ten thousand books for a word instead of using the index.
  random_page_cost: '1.1',
  // What a search reads before the index of words: rows that are not in it yet. It is also what one save may have to add.
  gin_pending_list_limit: '1MB',
};

/**
 * Whether a connection leads to a pooler: the process it reports is then not the one that answers. The connection must
 * have been made without settings, which a pooler may refuse.
 */
export async function isPooled(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid !== client.processID;
}

/**
 * Stores our settings on the role in this database, because a pooler does not pass them on to the server. Done once:
 * connections idle at that time are ended, as they still have the old settings. `direct` is the database itself, or the
 * pooler again.
 */
export async function settleRole(direct: Connection, pooler: Connection): Promise<void> {
  await withClient(direct, async (client) => {
    if (await settle(client)) await endOld(client);
  });
  await withClient(pooler, async (client) => {
    const { rows } = await client.query<{ zone: string }>("select current_setting('timezone') as zone");
    if (rows[0]?.zone === sessionSettings['timezone']) return;
    throw new UnsuitableDatabase(
      'The pooler of DATABASE_URL keeps the time of another zone: let it pass on the startup parameter TimeZone.',
    );
  });
}

const wanted = Object.entries({ ...sessionSettings, statement_timeout: String(statementTimeoutMs) });

/** Whether anything was changed. */
async function settle(client: pg.Client): Promise<boolean> {
  await client.query('begin');
  // Instances starting at once would fail on the same row.
  await client.query("select pg_advisory_xact_lock(hashtext('role settings'))");
  const { rows } = await client.query<{ database: string; settings: string[] | null }>(`
    select current_database() as database,
           (select setconfig from pg_db_role_setting where setrole = current_user::regrole and setdatabase = d.oid) as settings
    from pg_database d where datname = current_database()`);
  const [found] = rows;
  const present = new Set(found?.settings?.map((one) => one.toLowerCase()));
  const missing = wanted.filter(([name, value]) => !present.has(`${name}=${value}`.toLowerCase()));
  for (const [name, value] of missing) {
    const database = client.escapeIdentifier(found?.database ?? '');
    await client.query(`alter role current_user in database ${database} set ${name} = ${client.escapeLiteral(value)}`);
  }
  await client.query('commit');
  return missing.length > 0;
}

async function endOld(client: pg.Client): Promise<void> {
  await client.query(`
    select pg_terminate_backend(pid) from pg_stat_activity
    where usename = current_user and datname = current_database() and state = 'idle' and pid <> pg_backend_pid()`);
  // And this connection too: the pooler would hand it to another client. It never answers.
  await client.query('select pg_terminate_backend(pg_backend_pid())').catch(() => undefined);
}

async function withClient(connection: Connection, act: (client: pg.Client) => Promise<void>): Promise<void> {
  const servers = new Servers(connection);
  await servers.find();
  const client = new servers.Client({ connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  await client.connect();
  await act(client).finally(() => client.end().catch(() => undefined));
}
