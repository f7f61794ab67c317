import { sql } from 'kysely';
import type { BookRecord } from '#features/book/book-record.public.ts';
import { getBook } from '#features/book/book-record.public.ts';
import type { BookCounts } from '#features/book/book-tabs.public.ts';
import { nextToFinish } from '#features/readiness/readiness-state.public.ts';
import { sendingTogether } from '#kernel/db/sent-together.ts';
import { thumbPath } from '#kernel/images/image-paths.rules.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { partsOf } from '#kernel/records/record-parts.ts';
import type { Context } from '#kernel/work/context.ts';
import type { BookHead } from './book-page.tsx';

type Parts = Pick<Kernel, 'references' | 'records' | 'storage'>;

/** The head above each part of a book's page. */
export async function readBookHead(ctx: Context, parts: Parts, bid: string): Promise<BookHead> {
  const book = await getBook(ctx, bid);
  return readHeadOf(sendingTogether(ctx), parts, book);
}

/** The head of a book that has been read. */
export async function readHeadOf(
  ctx: Context,
  { references, records, storage }: Parts,
  book: BookRecord,
): Promise<BookHead> {
  const [{ rows }, uses, parts] = await Promise.all([
    sql<Omit<BookCounts, 'uses'> & { cover: string | null; gaps: number; next: string | null }>`
      select
        (select count(*) from word where bidx = b.bidx) as words,
        (select count(*) from book_image where bidx = b.bidx) as images,
        (select count(*) from book_content where bidx = b.bidx) as content,
        (select count(*) from unit_info_row where bidx = b.bidx) as units,
        (select folder from book_image where bidx = b.bidx and kind = 'cover') as cover,
        (select gaps from book_readiness where bidx = b.bidx) as gaps,
        ${nextToFinish} as next
      from book b where b.bidx = ${book.bidx}`.execute(ctx.db),
    references.shown(ctx, 'book', book.bid),
    partsOf(ctx, records.all, 'book', book.bid),
  ]);
  const { cover, gaps, next, ...counts } = rows[0] ?? none;
  return {
    book,
    cover: cover && storage.publicUrl(thumbPath(cover, 'strip')),
    largerCover: cover && storage.publicUrl(thumbPath(cover, 'detail')),
    isReady: gaps === 0,
    nextToFinish: next,
    counts: { ...counts, uses: uses.count },
    uses,
    acts: parts.acts,
  };
}

const none = { cover: null, gaps: 0, next: null, words: 0, images: 0, content: 0, units: 0 };
