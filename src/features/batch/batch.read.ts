import { sql } from 'kysely';
import { batchHref, codeMessages } from '#features/code/code-batch.public.ts';
import { figuresOf } from '#features/code/code-figures.public.ts';
import { secondsOf } from '#kernel/db/seconds.ts';
import { textMatches } from '#kernel/db/text-search.ts';
import type { JobProblem } from '#kernel/jobs/durable-job.ts';
import { findProgress } from '#kernel/jobs/job-progress.ts';
import type { RecordHit } from '#kernel/records/found-records.ts';
import { namesOf } from '#kernel/records/record-fields.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import type { BatchState } from './batch.contract.ts';
import { issueKey } from './batch.rules.ts';
import { batchFields } from './batch-fields.rules.ts';

const named = sql`
  b.cg_idx, b.title, b.cust_idx, customer.name as customer, b.cidx, coalesce(t.title, collection.cid) as collection,
  b.status, b.count`;
const joined = sql`
  code_batch b join customer using (cust_idx) join collection on collection.cidx = b.cidx
  left join collection_text t on t.cidx = b.cidx and t.locale = 'en'`;

const fields = sql.join(namesOf(batchFields).map((name) => sql.ref(`b.${name}`)));

type Found = Omit<BatchState, 'problem' | 'progress'> & { problem: JobProblem | null };

/** A batch with its figures and the progress of issuing. */
export async function readBatch(ctx: Context, cg_idx: number): Promise<BatchState> {
  const { rows } = await sql<Found>`
    select ${named}, collection.cid, b.price::text as price, b.currency, b.length, b.valid_from, b.valid_until, b.valid_days, b.valid_after,
      ${fields},
      ${secondsOf(sql`b.created_at`)} as reg_date, b.created_by, ${secondsOf(sql`b.updated_at`)} as updated_at, b.updated_by,
      b.version, b.missing, b.problem, f.total as issued, f.withdrawn as withdrawn_codes, f.issued as unused_codes, f.active as active_codes,
      f.activated as activated_codes, f.expired as expired_codes, f.canceled as canceled_codes
    from ${joined} join (${figuresOf(ctx, sql<boolean>`b.cg_idx = ${cg_idx}`)}) f using (cg_idx)
    where b.cg_idx = ${cg_idx}`.execute(ctx.db);
  const [found] = rows;
  if (!found) throw codeMessages.error(404, 'code.batch_not_found');
  const { problem } = found;
  const progress = found.status === 'issuing' ? await findProgress(ctx, issueKey(cg_idx)) : null;
  return {
    ...found,
    problem: problem && ctx.text(problem.key, problem.values),
    progress: progress && { done: progress.done, total: progress.total },
  };
}

/** A batch as selectors name it. */
type NamedBatch = Pick<
  BatchState,
  'cg_idx' | 'title' | 'cust_idx' | 'customer' | 'cidx' | 'collection' | 'status' | 'count'
>;

// How many suggestions an autocompletion offers.
const offered = 20;

/** The batches that match a search, newest first. */
export async function searchBatches(
  ctx: Context,
  { search, cust_idx, cidx }: { search: string; cust_idx?: number | undefined; cidx?: number | undefined },
  limit = offered,
): Promise<NamedBatch[]> {
  const conditions = [
    sql`true`,
    ...(search === '' ? [] : textMatches(sql`b.search`, search)),
    ...(cust_idx === undefined ? [] : [sql`b.cust_idx = ${cust_idx}`]),
    ...(cidx === undefined ? [] : [sql`b.cidx = ${cidx}`]),
  ];
  const { rows } = await sql<NamedBatch>`
    select ${named} from ${joined} where ${sql.join(conditions, sql` and `)}
    order by b.cg_idx desc limit ${limit}`.execute(ctx.db);
  return rows;
}

// How many batches the palette shows next to records of other kinds.
const paletteLimit = 5;

/** Finds batches for the palette. */
export async function findBatchesByText(ctx: Context, search: string): Promise<RecordHit[]> {
  const found = await searchBatches(ctx, { search }, paletteLimit);
  return found.map(({ cg_idx, title, customer }) => ({ label: title, detail: customer, href: batchHref(cg_idx) }));
}

// How many issuings the pace is averaged over, and how many codes each must have: small ones do not predict large ones.
const paces = 20;
const paceMinimum = 20_000;
// Codes per second, assumed until something has been issued here.
const usualPace = 40_000;

/** How many codes are issued per second, from the last large batches. */
export async function readPace(ctx: Context): Promise<number> {
  const { rows } = await sql<{ pace: number | null }>`
    select (sum(issue_codes) * 1000.0 / sum(issue_ms))::integer as pace
    from (select issue_codes, issue_ms from code_batch where issue_codes >= ${sql.lit(paceMinimum)} order by cg_idx desc limit ${paces}) last`.execute(
    ctx.db,
  );
  return rows[0]?.pace ?? usualPace;
}
