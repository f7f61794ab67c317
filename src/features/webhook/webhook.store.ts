import { sql } from 'kysely';
import { secondsOrZero } from '#kernel/db/seconds.ts';
import { actorName } from '#kernel/work/actor.ts';
import type { Context } from '#kernel/work/context.ts';
import type { WebhookRecord } from './webhook.contract.ts';
import { stateOf } from './webhook.rules.ts';

/** Up to how many waiting deliveries are counted. */
const countedWaiting = 1000;

const columns = [
  'wh_idx',
  'name',
  'url',
  'kinds',
  'active',
  'version',
  'updated_by',
  secondsOrZero('failing_since').as('failing_since'),
  secondsOrZero('next_at').as('next_at'),
  secondsOrZero('stopped_at').as('stopped_at'),
  secondsOrZero('old_secret_until').as('old_secret_until'),
  secondsOrZero('created_at').as('created_at'),
  secondsOrZero('updated_at').as('updated_at'),
  sql<number>`(select count(*) from (select from webhook_delivery d
    where d.wh_idx = webhook.wh_idx and d.state = 'waiting' limit ${sql.lit(countedWaiting)}) waiting)`.as('waiting'),
  sql<number>`(select ${secondsOrZero(sql`max(d.sent_at)`)} from (select sent_at from webhook_delivery d
    where d.wh_idx = webhook.wh_idx and d.state <> 'waiting' order by d.del_idx desc limit 1) d)`.as('last_sent_at'),
] as const;

type Row = Omit<WebhookRecord, 'state' | 'kinds'> & { kinds: string[]; stopped_at: number };

function show({ stopped_at, ...row }: Row): WebhookRecord {
  const state = stateOf({ active: row.active, stopped: stopped_at > 0, failing: row.failing_since > 0 });
  return { ...row, kinds: row.kinds as WebhookRecord['kinds'], state };
}

export async function listWebhooks(ctx: Context): Promise<WebhookRecord[]> {
  return (await ctx.db.selectFrom('webhook').select(columns).orderBy('wh_idx', 'desc').execute()).map(show);
}

export async function findWebhook(ctx: Context, whIdx: number): Promise<WebhookRecord | undefined> {
  const row = await ctx.db.selectFrom('webhook').select(columns).where('wh_idx', '=', whIdx).executeTakeFirst();
  return row && show(row);
}

/** Locks a webhook until the transaction ends. */
export async function lockWebhook(ctx: Context, whIdx: number): Promise<WebhookRecord | undefined> {
  const row = await ctx.db
    .selectFrom('webhook')
    .select(columns)
    .where('wh_idx', '=', whIdx)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row && show(row);
}

/** Reserves the key of the next webhook, since its secret is sealed for that key. */
export async function nextWebhookKey(ctx: Context): Promise<number> {
  const { rows } = await sql<{ key: number }>`
    select nextval(pg_get_serial_sequence('webhook', 'wh_idx'))::integer as key`.execute(ctx.db);
  return rows[0]?.key ?? 0;
}

interface NewRow {
  wh_idx: number;
  name: string;
  url: string;
  kinds: string[];
  active: boolean;
  secret: Buffer;
  cursor: string;
}

export async function insertWebhook(ctx: Context, row: NewRow): Promise<void> {
  const now = ctx.now.toISOString();
  await sql`
    insert into webhook (wh_idx, name, url, kinds, active, secret, cursor, created_at, updated_at, updated_by)
    overriding system value
    values (${row.wh_idx}, ${row.name}, ${row.url}, ${row.kinds}, ${row.active}, ${row.secret}, ${row.cursor},
      ${now}, ${now}, ${actorName(ctx.actor)})`.execute(ctx.db);
}

type Fields = Partial<Pick<WebhookRecord, 'name' | 'url' | 'kinds' | 'active'>>;

const started = { failing_since: null, failures: 0, next_at: null, stopped_at: null } as const;

/** Writes what differs and clears failures: the change may have fixed the cause, so the next attempt is immediate. */
export async function updateWebhook(ctx: Context, whIdx: number, fields: Fields): Promise<void> {
  await ctx.db
    .updateTable('webhook')
    .set((eb) => ({ ...fields, ...started, version: eb('version', '+', 1), ...touched(ctx) }))
    .where('wh_idx', '=', whIdx)
    .execute();
}

const touched = (ctx: Context) => ({ updated_at: ctx.now.toISOString(), updated_by: actorName(ctx.actor) });

/** Clears failures, so that the next attempt is immediate. */
export async function restartWebhook(ctx: Context, whIdx: number): Promise<void> {
  await ctx.db.updateTable('webhook').set(started).where('wh_idx', '=', whIdx).execute();
}

/** Replaces the secret; until a time, messages are also signed with the old one. */
export async function updateSecret(ctx: Context, whIdx: number, secret: Buffer, oldUntil: Date): Promise<void> {
  await ctx.db
    .updateTable('webhook')
    .set((eb) => ({
      old_secret: eb.ref('secret'),
      old_secret_until: oldUntil.toISOString(),
      secret,
      ...started,
      version: eb('version', '+', 1),
      ...touched(ctx),
    }))
    .where('wh_idx', '=', whIdx)
    .execute();
}

export async function deleteWebhook(ctx: Context, whIdx: number): Promise<void> {
  await ctx.db.deleteFrom('webhook').where('wh_idx', '=', whIdx).execute();
}

/** The address of a webhook and its sealed secrets. */
export interface Target {
  wh_idx: number;
  url: string;
  secret: Buffer;
  old_secret: Buffer | null;
}

export async function findTarget(ctx: Context, whIdx: number): Promise<Target | undefined> {
  return ctx.db
    .selectFrom('webhook')
    .select(['wh_idx', 'url', 'secret', validOldSecret(ctx)])
    .where('wh_idx', '=', whIdx)
    .executeTakeFirst();
}

/** The old secret, while it is still in use. */
export const validOldSecret = (ctx: Context) =>
  sql<Buffer | null>`case when old_secret_until > ${ctx.now.toISOString()}::timestamptz then old_secret end`.as(
    'old_secret',
  );
