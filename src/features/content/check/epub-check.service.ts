import { getBook, lockBookOf } from '#features/book/book-record.public.ts';
import { bookMessages } from '#features/book/book-words.public.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import { systemCaller } from '#kernel/work/unit-of-work.ts';
import { noAccessibility } from './accessibility.rules.ts';
import type { CheckedEpub } from './check-epub.ts';
import type { EpubReport } from './epub-check.contract.ts';
import { mendedOf, reportOf, stateOf } from './epub-check.rules.ts';
import { type CheckedFile, findBid, findCheck, findEarlyResult, putResult, putWaiting } from './epub-check.store.ts';

/** The name of the job that checks one EPUB. */
export const checkJob = 'book.epub_check';

/** What queues a check. */
type CheckQueue = Pick<Kernel, 'jobs' | 'work'>;

/**
 * Has the EPUB of a book checked in the background. Queued after the commit: a check is advice, so an upload does not
 * fail with the queue; what is not queued is found overdue.
 */
export async function requestCheck(ctx: Context, queue: CheckQueue, bid: string): Promise<void> {
  const { bidx } = await getBook(ctx, bid);
  const fileKey = await putWaiting(ctx.db, bidx, ctx.now);
  if (fileKey === undefined) throw bookMessages.error(404, 'book.content_none');
  order(ctx, queue, { bidx, fileKey });
}

/** Has an EPUB that waits for a release checked in the background, so that the release tells what was found. */
export const requestEarlyCheck = (ctx: Context, queue: CheckQueue, fileKey: string): void =>
  order(ctx, queue, { bidx: null, fileKey });

const order = (ctx: Context, { jobs, work }: CheckQueue, wanted: CheckedFile) =>
  ctx.afterCommit(() => work.write(systemCaller(checkJob), (own) => jobs.send<CheckedFile>(own, checkJob, wanted)));

/**
 * Gives a book the result for an EPUB that was checked while it waited for a release; has others checked, also those whose
 * check ended without a result.
 */
export async function takeEarlyCheck(ctx: Context, queue: CheckQueue, bid: string, fileKey: string): Promise<void> {
  const result = await findEarlyResult(ctx.db, fileKey);
  if (!result) return requestCheck(ctx, queue, bid);
  const { bidx } = await getBook(ctx, bid);
  await putWaiting(ctx.db, bidx, ctx.now);
  await putResult(ctx.db, { bidx, fileKey }, result);
}

/** Checks an EPUB again because staff asked for it. */
export async function repeatCheck(ctx: Context, queue: CheckQueue, bid: string): Promise<void> {
  await lockBookOf(ctx, bid);
  await requestCheck(ctx, queue, bid);
  ctx.audit({ entity: 'book', id: bid, action: 'book.epub_check_requested' });
  ctx.changed('book', bid);
}

/** Stores what a check found, unless the book has another file meanwhile. */
export async function storeResult(ctx: Context, { bidx, fileKey }: CheckedFile, found: CheckedEpub): Promise<void> {
  const status = stateOf(found.messages);
  const { messages, leftOut } = reportOf(found.messages);
  const { tool, accessibility } = found;
  const row = { status, checked_at: inSeconds(ctx.now), tool, messages, left_out: leftOut, accessibility };
  if (!(await putResult(ctx.db, { bidx, fileKey }, row))) return;
  // Which releases name the file is not known here: pages of releases follow all books.
  if (bidx === null) return ctx.changed('book');
  const bid = await findBid(ctx.db, bidx);
  if (bid === undefined) return;
  ctx.audit({ entity: 'book', id: bid, action: 'book.epub_checked', after: { epub_check: status } });
  ctx.changed('book', bid);
}

/** The report on the EPUB of a book. */
export async function readReport(ctx: Context, bidx: number): Promise<EpubReport> {
  const check = await findCheck(ctx.db, bidx);
  return {
    status: check?.status ?? 'none',
    checked_at: check?.checked_at ?? 0,
    tool: check?.tool ?? null,
    messages: check?.messages ?? [],
    left_out: check?.left_out ?? 0,
    mended: check && check.status !== 'waiting' ? mendedOf(check.previous ?? [], check.messages) : [],
    accessibility: check?.accessibility ?? noAccessibility,
  };
}
