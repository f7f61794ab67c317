import { mkdir, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { sql } from 'kysely';
import { effectsKind } from '../changesets/undos.ts';
import { getSetting, numberSetting, switchSetting } from '../desk/settings.ts';
import type { TrailWitness } from '../records/trail-witness.ts';
import { trailKind, versionsKind } from '../records/version-checks.ts';
import type { Context } from '../work/context.ts';
import { type OldRows, removeOldest } from '../work/short-lived.ts';
import { systemCaller } from '../work/unit-of-work.ts';
import type { Kernel } from './feature.ts';

const months = (key: string) =>
  numberSetting({
    key,
    group: 'retention',
    initial: 0,
    min: 0,
    max: 1200,
    whole: true,
    label: key,
    help: `${key}_help`,
  });

const effectMonths = months('retention.effects');
const versionMonths = months('retention.versions');
const auditMonths = months('retention.audit');
const archive = switchSetting({
  key: 'retention.archive',
  group: 'retention',
  initial: false,
  label: 'retention.archive',
  help: 'retention.archive_help',
});

// The rows of one transaction, and how much text of them. Each batch is a file of the archive.
const batchSize = 20_000;
const batchLength = 32 << 20;
// What is read of them at a time: rows may have megabytes.
const pieceSize = 200;
const pieceLength = 4 << 20;

/** Rows of a table that are kept no longer. */
interface Expired extends OldRows {
  /** Noted with each batch, in its transaction. */
  note?: (ctx: Context) => Promise<void>;
}

type Parts = Pick<Kernel, 'jobs' | 'work' | 'config' | 'settings' | 'trail'>;

/**
 * Removes old audit rows, effects of acts and versions every night, as far as staff have set how long they are kept.
 * `effectTables` hold what acts did to rows, by `act_idx`.
 */
export function retainNightly({ jobs, work, config, settings, trail }: Parts, effectTables: readonly string[]): void {
  for (const setting of [effectMonths, versionMonths, auditMonths, archive]) settings.add(setting);
  const caller = systemCaller('retention');
  jobs.repeat('retention', { cron: '7 4 * * *', timeZone: config.timeZone }, async ({ signal }) => {
    const { expired, archives } = await work.read(caller, async (ctx) => ({
      expired: await expiredRows(ctx, effectTables, trail),
      archives: await getSetting(ctx, archive),
    }));
    for (const one of expired) {
      for (let removed = 1; removed > 0; ) {
        signal.throwIfAborted();
        removed = await work.write(caller, (ctx) => removeBatch(ctx, one, archives ? config.dataDir : undefined));
      }
    }
  });
}

/** The oldest go first, so what is left of each is all since a time. */
async function expiredRows(ctx: Context, effectTables: readonly string[], trail: TrailWitness): Promise<Expired[]> {
  const audit = await since(ctx, await getSetting(ctx, auditMonths));
  // What an act did is of no use without its line of the trail.
  const effects = latest(audit, await since(ctx, await getSetting(ctx, effectMonths)));
  const versions = await since(ctx, await getSetting(ctx, versionMonths));
  const lastAct = effects && (await lastBefore(ctx, effects, 'act_idx'));
  return [
    ...(lastAct ? [...effectTables, 'act_part', 'act_record'].map((table) => effectsUpTo(table, lastAct)) : []),
    ...(audit ? [await trailBefore(ctx, audit, trail)] : []),
    ...(versions ? [versionsBefore(versions)] : []),
  ];
}

async function since({ db, now }: Context, retained: number): Promise<string | undefined> {
  if (retained === 0) return undefined;
  const { rows } = await sql<{ at: string }>`
    select to_json(${now.toISOString()}::timestamptz - make_interval(months => ${retained}::integer)) #>> '{}' as at`.execute(
    db,
  );
  return rows[0]?.at;
}

const latest = (...times: (string | undefined)[]): string | undefined =>
  times
    .filter((time) => time !== undefined)
    .toSorted((a, b) => Date.parse(a) - Date.parse(b))
    .at(-1);

/** The highest number of rows of the trail that are older. */
async function lastBefore({ db }: Context, at: string, column: 'act_idx' | 'audit_idx'): Promise<number | undefined> {
  const of = sql.ref(column);
  const { rows } = await sql<{ last: number | null }>`
    select max(${of}) as last from (
      select ${of} from audit where at < ${at} and ${of} is not null order by at desc limit 1000) newest`.execute(db);
  return rows[0]?.last ?? undefined;
}

const effectsUpTo = (table: string, act: number): Expired => ({
  table,
  where: sql`t.act_idx <= ${act}::bigint`,
  order: 'act_idx',
  note: noteUpTo(effectsKind, act),
});

async function trailBefore(ctx: Context, at: string, trail: TrailWitness): Promise<Expired> {
  const note = noteUpTo(trailKind, (await lastBefore(ctx, at, 'act_idx')) ?? 0);
  const upTo = (await lastBefore(ctx, at, 'audit_idx')) ?? 0;
  return {
    table: 'audit',
    where: sql`t.at < ${at}`,
    order: 'audit_idx',
    note: async (inBatch) => {
      await note(inBatch);
      await trail.removed(inBatch, upTo);
    },
  };
}

/** Stores how far a kind is gone, so that nobody takes what is missing for a fault. */
const noteUpTo =
  (kind: string, idx: number) =>
  async ({ db }: Context): Promise<void> => {
    await sql`
      insert into retention (kind, pruned_idx) values (${kind}, ${idx}::bigint)
      on conflict (kind) do update set pruned_idx = greatest(retention.pruned_idx, excluded.pruned_idx)`.execute(db);
  };

/** The last one before stays: it is what the record was until the first that is kept. */
const versionsBefore = (at: string): Expired => ({
  table: 'version',
  where: sql`t.at < ${at} and exists (
    select from version later
    where later.entity = t.entity and later.entity_id = t.entity_id and later.ver_idx > t.ver_idx and later.at < ${at})`,
  order: 'ver_idx',
  // Which number they had differs from record to record.
  note: noteUpTo(versionsKind, 0),
});

/** Removes up to a batch of rows, oldest first, and returns how many. A file is on the disk before its rows are gone. */
async function removeBatch(ctx: Context, expired: Expired, dataDir?: string): Promise<number> {
  const archived = dataDir === undefined ? undefined : path.join(dataDir, 'archive', expired.table);
  if (archived === undefined) {
    const gone = await removeOldest(ctx.db, expired, batchSize);
    if (gone > 0) await expired.note?.(ctx);
    return gone;
  }
  const first = await takePiece(ctx, expired);
  if (first.length === 0) return 0;
  await expired.note?.(ctx);
  let removed = 0;
  const lines = async function* () {
    let length = 0;
    for (let rows = first; rows.length > 0; rows = await takePiece(ctx, expired)) {
      removed += rows.length;
      const text = rows.map(({ row }) => `${row}\n`).join('');
      length += text.length;
      yield text;
      if (length >= batchLength || removed >= batchSize) return;
    }
  };
  await writeArchive(archived, ctx.now, lines());
  return removed;
}

/** Removes the next rows, as JSON: at least one, however long it is. */
async function takePiece({ db }: Context, { table, where, order }: Expired): Promise<{ row: string }[]> {
  const { rows } = await sql<{ row: string }>`
    with next as materialized (
      select t.ctid as place, to_json(t)::text as row, row_number() over (order by t.${sql.ref(order)}) as nth
      from ${sql.table(table)} t where ${where} order by t.${sql.ref(order)} limit ${pieceSize}::integer
    ), measured as (
      select place, row, sum(length(row)) over (order by nth) - length(row) as before from next
    ), gone as (
      delete from ${sql.table(table)} t using measured m where t.ctid = m.place and m.before < ${pieceLength}::integer
      returning m.row)
    select row from gone`.execute(db);
  return rows;
}

/** One JSON object per line. A row may be in two files, if a transaction failed after its file was written. */
async function writeArchive(folder: string, now: Date, lines: AsyncIterable<string>): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const name = `${now.toISOString().replace(/[-:.]/g, '')}-${crypto.randomUUID().slice(0, 8)}.jsonl.gz`;
  const target = path.join(folder, name);
  const file = await open(target, 'wx', 0o600);
  try {
    await pipeline(Readable.from(lines), createGzip(), async (blocks: AsyncIterable<Uint8Array>) => {
      for await (const block of blocks) await file.writeFile(block);
    });
    await file.sync();
  } catch (error) {
    await rm(target, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}
