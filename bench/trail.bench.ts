import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Kysely, sql } from 'kysely';
import { firstLink } from '#features/proof/seal/chain.rules.ts';
import { beginChain } from '#features/proof/seal/chain.store.ts';
import { sealRows } from '#features/proof/seal/seal-trail.service.ts';
import { makeTrailKey } from '#features/proof/seal/trail-key.ts';
import type { UnitOfWork } from '#kernel/work/unit-of-work.ts';
import { systemCaller } from '#kernel/work/unit-of-work.ts';
import { type BenchServer, cache, codesOf, openBare, openWork, record } from './kit.ts';
import { processorSecondsOf, runProgram } from './spawned.ts';

// `CODES=100000 npm run bench -- trail` for fewer of them.
const many = codesOf(10_000_000);
const caller = systemCaller('bench');

/**
 * A trail of ten million entries, sealed as the product does: whether `npm run verify` names one that is altered, one added and
 * one removed past the product, and a cut end against an anchor, how long that takes, and in how much memory.
 */
export async function benchTrail(server: BenchServer): Promise<void> {
  const url = await server.database('bench_trail');
  const folder = await mkdtemp(path.join(cache, 'trail-'));
  const db = openBare(url);
  const free = Math.floor(many / 2);
  await addEntries(db, free);
  const { work, close } = openWork(url);
  const start = performance.now();
  await sealAll(work, folder);
  await close();
  const seconds = (performance.now() - start) / 1000;
  const number = many.toLocaleString('en');
  record({
    name: `trail: ${number} entries sealed`,
    said: `${Math.round(many / seconds).toLocaleString('en')} a second`,
    ratio: seconds,
  });
  const anchor = path.join(folder, 'anchor.json');
  const { rows } = await sql<object>`select rows::float8 as rows, encode(link, 'hex') as link from trail_chain`.execute(
    db,
  );
  await writeFile(anchor, JSON.stringify(rows[0]));
  const databasePid = await serverOf(db);
  const verify = (name: string, expected: readonly string[]) =>
    measureVerify(`trail: ${name} of ${number} entries`, { url, folder, anchor, databasePid }, expected);
  await verify('nothing', []);
  await sql`update audit set actor = 'eve' where audit_idx = ${many / 4}`.execute(db);
  await sql`delete from audit where audit_idx = ${many / 5}`.execute(db);
  await sql`
    insert into audit (audit_idx, at, entity, entity_id, action) overriding system value
    values (${free}, now(), 'book', '1', 'book.deleted')`.execute(db);
  await verify('one altered, one removed and one added', [`line ${many / 4}`, `line ${many / 5}`, `line ${free}`]);
  await cutEnd(db);
  await verify('the same and a cut end', [`line ${many / 4}`, `line ${many / 5}`, `line ${free}`, 'the anchor']);
  await db.destroy();
  await server.drop('bench_trail');
  await rm(folder, { recursive: true });
}

/** Entries as saves of books leave them. One number is free, as after a transaction that was rolled back. */
async function addEntries(db: Kysely<unknown>, free: number): Promise<void> {
  // What lists of the trail are read by takes as much space as the trail, and is read by no check.
  await sql`drop index audit__act_idx, audit__action_idx, audit__actor_idx, audit__at_idx`.execute(db);
  await sql`
    insert into audit (audit_idx, at, actor, entity, entity_id, action, before, after, act_idx) overriding system value
    select n, now() - (${sql.lit(many)} - n) * interval '1 second', 'staff ' || n % 40, 'book', (n % 50000)::text, 'book.updated',
      jsonb_build_object('title', 'The lantern of ' || n), jsonb_build_object('title', 'The lantern of the river ' || n), n
    from generate_series(1, ${sql.lit(many + 1)}) n where n <> ${sql.lit(free)}`.execute(db);
  await sql`select setval('audit_audit_idx_seq', ${sql.lit(many + 1)})`.execute(db);
  await sql`vacuum analyze audit`.execute(db);
}

async function sealAll(work: UnitOfWork, dataDir: string): Promise<void> {
  const key = await makeTrailKey({ dataDir });
  await work.write(caller, (ctx) => beginChain(ctx, key, firstLink));
  while (await work.write(caller, (ctx) => sealRows(ctx, { dataDir })));
  // Once more each: up to the last number, when nothing is open that could be before it.
  for (let turn = 0; turn < 2; turn++) await work.write(caller, (ctx) => sealRows(ctx, { dataDir }));
}

/** The last links and their entries go, and the chain says that it ends before them: nothing in the database shows it. */
async function cutEnd(db: Kysely<unknown>): Promise<void> {
  await sql`
    with cut as (delete from trail_seal where rows = (select max(rows) from trail_seal) returning idxs)
    delete from audit where audit_idx in (select unnest(idxs) from cut)`.execute(db);
  await sql`
    update trail_chain set rows = s.rows, link = substr(s.links, octet_length(s.links) - 31, 32)
    from (select * from trail_seal order by rows desc limit 1) s`.execute(db);
}

/** The process that all sessions of the database are children of. */
async function serverOf(db: Kysely<unknown>): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
  const status = await readFile(`/proc/${rows[0]?.pid}/status`, 'utf8').catch(() => '');
  return Number(/PPid:\s+(\d+)/.exec(status)?.[1] ?? 0);
}

async function measureVerify(
  name: string,
  { url, folder, anchor, databasePid }: { url: string; folder: string; anchor: string; databasePid: number },
  expected: readonly string[],
): Promise<void> {
  const args = ['dist/server/verify.js', 'trail', '--anchor', anchor, '--json'];
  const before = await processorSecondsOf(databasePid);
  const { said, seconds, processorSeconds, megabytes } = await runProgram(args, {
    DATABASE_URL: url,
    DATA_DIR: folder,
  });
  // Those of the session count once it has ended.
  const ofDatabase = (await processorSecondsOf(databasePid)) - before;
  const missed = expected.filter((record_) => !said.includes(record_));
  if (missed.length > 0 || (expected.length === 0 && /"line \d/.test(said)))
    throw new Error(`${name}: ${missed.join(', ')} in ${said}`);
  record({
    name,
    said: `named in ${seconds.toFixed(1)} s (processors: ${ofDatabase.toFixed(1)} s of the database, ${processorSeconds.toFixed(1)} beside it), ${megabytes.toFixed(0)} MB of memory at most`,
    ratio: seconds / 60,
    aim: { most: 1 },
  });
}
