import { sql } from 'kysely';
import type { BookWords } from '#features/book/book-words.public.ts';
import { pagingLimit } from '#kernel/db/paging.ts';
import type { CachedCounts } from '#kernel/desk/cached-counts.ts';
import type { FigureSource, Task, TaskDeed, TaskFinder } from '#kernel/desk/home.ts';
import { thumbPath } from '#kernel/images/image-paths.rules.ts';
import { sumActsByDay } from '#kernel/records/acts-by-day.ts';
import type { Storage } from '#kernel/storage/storage.ts';
import type { Context } from '#kernel/work/context.ts';
import { countByDay } from '#kernel/work/days.ts';
import { countMatches } from './list/book-list.read.ts';

/** A book as shown on a shelf. */
export interface ShelfBook {
  bid: string;
  title: string;
  /** The address of its cover; null if it has none. */
  cover: string | null;
}

/** The most recently added books, newest first. */
export async function newestBooks(ctx: Context, storage: Storage, count: number): Promise<ShelfBook[]> {
  const { rows } = await sql<{ bid: string; title: string; folder: string | null }>`
    select b.bid, b.title, (select folder from book_image i where i.bidx = b.bidx and i.kind = 'cover') as folder
    from book b order by b.bidx desc limit ${sql.lit(count)}`.execute(ctx.db);
  return rows.map(({ bid, title, folder }) => ({
    bid,
    title,
    cover: shelfCover(storage, folder),
  }));
}

/** The address of the cover in a folder, in the size shown on a shelf. */
export const shelfCover = (storage: Storage, folder: string | null): string | null =>
  folder && storage.publicUrl(thumbPath(folder, 'strip'));

const countBooksByDay =
  (column: 'created_at' | 'published_at'): FigureSource['find'] =>
  (ctx, since) => {
    const at = sql.ref(column);
    return countByDay(
      ctx,
      since,
      (starts, ends) => sql`select 1 from book where ${at} >= ${starts} and ${at} < ${ends}`,
    );
  };

/** Changes to the library during the week. */
export const bookFigures: readonly FigureSource[] = [
  {
    label: 'book.figure_added',
    href: (since) => `/book?${new URLSearchParams({ added_since: since })}`,
    find: countBooksByDay('created_at'),
  },
  {
    label: 'book.figure_published',
    href: (since) => `/book?${new URLSearchParams({ published_since: since })}`,
    find: countBooksByDay('published_at'),
  },
  {
    label: 'book.figure_audio',
    find: (ctx, since) =>
      sumActsByDay(
        ctx,
        {
          actions: ['book_act.audio_changed', 'sentence.created', 'sentence.updated'],
          amount: sql`case when action = 'book_act.audio_changed' then (after ->> 'sentences')::integer
            when after ->> 'audio' is not null then 1 else 0 end`,
        },
        since,
      ),
  },
];

/** The books that an upgrade found with the number of another one's ISBN, in the other spelling. */
export const sharedIsbnTasks =
  (counts: CachedCounts): TaskFinder =>
  async (ctx) => {
    const t = ctx.translate<BookWords>();
    const query = { isbn: 'shared' } as const;
    const count = counts.get('shared ISBN', { kinds: ['book'], count: (of) => countMatches(of, query) });
    if (!count) return [];
    const title = t('book.task_same_isbn', { count: Math.min(count, pagingLimit) });
    const task = { kind: 'book.task_same_isbn', id: '', name: title, count, level: 'warning', title } as const;
    const href = `/book?${new URLSearchParams(query)}` as const;
    return [{ ...task, line: t('book.task_same_isbn_line'), href, act: t('book.task_show') }];
  };

/** What readers miss most. */
const missed = ['cover', 'audio', 'content', 'mobile'] as const;

const ready = { status: 'unpublished', readiness: 'ready' } as const;

/** The books that lack nothing and are not published: they can be, from the start page. */
export const readyTasks =
  (counts: CachedCounts): TaskFinder =>
  async (ctx) => {
    const t = ctx.translate<BookWords>();
    const count = counts.get('ready to publish', {
      kinds: ['book', 'word', 'sentence'],
      count: (of) => countMatches(of, ready),
    });
    if (!count) return [];
    const title = t('book.task_ready', { count: Math.min(count, pagingLimit) });
    const deed: TaskDeed = {
      label: t('book.publish'),
      call: 'PUT /api/v1/book',
      body: { selection: { filter: ready }, published: true },
      done: t('book.task_ready_done'),
      asks: true,
    };
    const link = { href: `/book?${new URLSearchParams(ready)}`, act: t('book.task_show') };
    const line = t('book.task_ready_line');
    return [
      { kind: 'book.task_ready', id: '', name: title, count, level: 'note', title, line, ...link, deeds: [deed] },
    ];
  };

/**
 * What published books lack and readers miss. Counted in the background, so that the start page does not wait for it.
 */
export const lackingTasks =
  (counts: CachedCounts): TaskFinder =>
  async (ctx) => {
    const t = ctx.translate<BookWords>();
    return missed.flatMap((missing): Task[] => {
      const query = { status: 'published', missing } as const;
      const count = counts.get(`published without ${missing}`, {
        kinds: ['book', 'word', 'sentence'],
        count: (of) => countMatches(of, query),
      });
      if (!count) return [];
      const title = t(`book.task_no_${missing}`, { count: Math.min(count, pagingLimit) });
      const line = t(`book.task_no_${missing}_line`);
      const task = { kind: `book.task_no_${missing}`, id: '', name: title, count };
      return [
        { ...task, level: 'note', title, line, href: `/book?${new URLSearchParams(query)}`, act: t('book.task_show') },
      ];
    });
  };
