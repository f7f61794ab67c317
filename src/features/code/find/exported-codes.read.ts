import { type RawBuilder, sql } from 'kysely';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import type { Context } from '#kernel/work/context.ts';
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
  state: CodeState | 'withdrawn';
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
  const readFrom = async ({ next, after }: Cursor): Promise<Read> => {
    const ranges = rangesFrom(matching, next, after);
    const exported = await readExported(ctx, codesOf(ctx, filter, { ranges, columns: exportedColumns(ctx) }));
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
  return readExported(ctx, found);
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

// The code first: what follows is the same text for most codes of a batch.
const exportedColumns = (ctx: Context) => sql`c.cg_idx, c.code, concat_ws(chr(9), c.code,
  case when c.withdrawn then 'withdrawn' else ${stateColumn(inSeconds(ctx.now))} end, c.cg_idx,
  c.issued_at, c.valid_from, c.valid_until, c.length, c.activated_date, c.expired_date, c.is_canceled, c.lot) as line`;

// As one text: parsing thousands of rows of eleven columns takes longer than everything else.
async function readExported({ db }: Context, codes: RawBuilder<unknown>): Promise<ExportedCode[]> {
  const { rows } = await sql<{ lines: string | null }>`
    select string_agg(line, chr(10) order by cg_idx desc, code) as lines from (${codes}) read`.execute(db);
  return parseExported(rows[0]?.lines ?? '');
}

/** Parses lines of one text; terms that occur again in it are parsed once. Kept any longer, they would keep the text. */
function parseExported(text: string): ExportedCode[] {
  if (text === '') return [];
  const known = new Map<string, CodeTerms>();
  return text.split('\n').map((line) => {
    const end = line.indexOf('\t');
    const rest = line.slice(end + 1);
    let terms = known.get(rest);
    if (!terms) {
      terms = termsOf(rest);
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
