import { type RawBuilder, sql } from 'kysely';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import { endsAfter } from '../code-end.read.ts';
import { stateColumn } from '../code-state.read.ts';
import type { CodeState } from '../code-state.rules.ts';
import type { CodeFilter } from './code-filter.contract.ts';
import { codesOf, type KeyRange } from './code-keys.read.ts';
import type { MatchingBatch } from './matching-batches.read.ts';
import type { SentCodes } from './sent-codes.ts';

/** A code in a file. Neighbours with the same terms share one object: most of a batch differ in nothing but the code. */
export interface ExportedCode {
  code: string;
  terms: CodeTerms;
}

/** What a file tells of a code, as text. */
export interface CodeTerms {
  state: CodeState | 'withdrawn' | 'leaked';
  cg_idx: string;
  issued_at: string;
  valid_from: string;
  valid_until: string;
  length: string;
  activated_date: string;
  expired_date: string;
  cancelled_at: string;
  lot: string;
}

// How many codes one statement reads: of half as many, planning and the terms that each part has anew cost twice as much.
const chunk = 2000;

/** The codes of a file. */
export interface CodesOfFile {
  filter: CodeFilter;
  matching: readonly MatchingBatch[];
  /** Counts those that are read. */
  sent: SentCodes;
}

/**
 * The codes of these batches that match a filter, in the order of the list, some at a time. While some are written, the
 * next ones are read.
 */
export async function* readExportedIn(
  ctx: Context,
  { filter, matching, sent }: CodesOfFile,
): AsyncGenerator<ExportedCode[]> {
  const begin = beginner(
    ctx,
    matching.map(({ cg_idx }) => cg_idx),
  );
  const readFrom = async ({ next, after }: Cursor): Promise<Read> => {
    const ranges = rangesFrom(matching, next, after);
    const codes = codesOf(ctx, filter, { ranges, columns: exportedColumns(ctx) });
    const exported = await readExported(ctx, codes, await begin);
    return { exported, rest: restOf(exported, ranges, next) };
  };
  if (matching.length === 0) return;
  let reading = readFrom({ next: 0, after: '' });
  for (;;) {
    const { exported, rest } = await reading;
    const isLast = rest.next >= matching.length;
    if (!isLast) {
      reading = readFrom(rest);
      // A failure is told once these lines are written, unless nobody reads on.
      reading.catch(() => {});
    }
    sent.add(exported);
    yield exported;
    if (isLast) return;
  }
}

/** These codes of batches. */
export async function exportedCodes(ctx: Context, codes: readonly string[]): Promise<ExportedCode[]> {
  const found = sql`
    select ${exportedColumns(ctx)} from code c where c.code = any(${codes}::text[]) and c.cg_idx is not null`;
  const { rows } = await sql<{ cg_idx: number }>`
    select distinct c.cg_idx from code c join code_batch b on b.cg_idx = c.cg_idx
    where c.code = any(${codes}::text[]) and b.valid_after = 'delivery'`.execute(ctx.db);
  const begin = await beginner(
    ctx,
    rows.map(({ cg_idx }) => cg_idx),
  );
  return readExported(ctx, found, begin);
}

/** The cursor of a file: the next batch, and the last code read from it. */
interface Cursor {
  next: number;
  after: string;
}

interface Read {
  exported: ExportedCode[];
  rest: Cursor;
}

/** The batches that the next statement reads: all in full, but at most a chunk of the last. */
function rangesFrom(matching: readonly MatchingBatch[], first: number, after: string): KeyRange[] {
  const ranges: KeyRange[] = [];
  for (let sum = 0, at = first; at < matching.length && sum < chunk; at++) {
    const batch = matching[at];
    if (!batch) break;
    ranges.push({ ...batch, skip: 0, take: chunk, after: at === first ? after : '' });
    sum += batch.found;
  }
  return ranges;
}

/** Where reading goes on: a last batch that filled its share may have more codes. */
function restOf(exported: readonly ExportedCode[], ranges: readonly KeyRange[], first: number): Cursor {
  const batch = String(ranges.at(-1)?.cg_idx);
  const last = exported.at(-1);
  const isFull = exported.at(-chunk)?.terms.cg_idx === batch && last?.terms.cg_idx === batch;
  return isFull ? { next: first + ranges.length - 1, after: last.code } : { next: first + ranges.length, after: '' };
}

/** Gives terms the end that leaving gives them. */
type Begin = (terms: CodeTerms) => CodeTerms;

/**
 * With a file begin the days of codes that waited for it. It tells their ends even where it is read before the change of
 * them arrives, such as from a replica.
 */
async function beginner(ctx: Context, batches: readonly number[]): Promise<Begin> {
  const ends = await endsAfter(ctx, batches, 'delivery');
  if (ends.size === 0) return (terms) => terms;
  return (terms) => {
    const isWaiting = terms.valid_until === '0' && terms.activated_date === '0' && terms.cancelled_at === '0';
    const end = isWaiting ? ends.get(Number(terms.cg_idx)) : undefined;
    return end === undefined ? terms : { ...terms, valid_until: String(end) };
  };
}

// The code first: what follows is the same text for most codes of a batch.
const exportedColumns = (ctx: Context) => sql`c.cg_idx, c.code, concat_ws(chr(9), c.code,
  case when c.leaked then 'leaked' when c.withdrawn then 'withdrawn' else ${stateColumn(inSeconds(ctx.now))} end, c.cg_idx,
  c.issued_at, c.valid_from, c.valid_until, c.length, c.activated_date, c.expired_date, c.is_canceled, c.lot) as line`;

// As one text: parsing thousands of rows of eleven columns takes longer than everything else.
async function readExported({ db }: Context, codes: RawBuilder<unknown>, begin: Begin): Promise<ExportedCode[]> {
  const { rows } = await sql<{ lines: string | null }>`
    select string_agg(line, chr(10) order by cg_idx desc, code) as lines from (${codes}) read`.execute(db);
  return parseExported(rows[0]?.lines ?? '', begin);
}

/** Parses lines of one text; terms that occur again in it are parsed once. Kept any longer, they would keep the text. */
function parseExported(text: string, begin: Begin): ExportedCode[] {
  if (text === '') return [];
  const known = new Map<string, CodeTerms>();
  return text.split('\n').map((line) => {
    const end = line.indexOf('\t');
    const rest = line.slice(end + 1);
    let terms = known.get(rest);
    if (!terms) {
      terms = begin(termsOf(rest));
      known.set(rest, terms);
    }
    return { code: line.slice(0, end), terms };
  });
}

function termsOf(text: string): CodeTerms {
  const fields = text.split('\t') as [CodeTerms['state'], ...string[]];
  const [state, cg_idx = '', issued_at = '', valid_from = '', valid_until = '', length = '', ...times] = fields;
  const [activated_date = '', expired_date = '', cancelled_at = '', lot = ''] = times;
  return { state, cg_idx, issued_at, valid_from, valid_until, length, activated_date, expired_date, cancelled_at, lot };
}
