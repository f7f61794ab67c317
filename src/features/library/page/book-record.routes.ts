import { latestActs } from '#features/audit/audit.public.ts';
import { BookParams, findHints, getBook } from '#features/book/book-record.public.ts';
import { tabHref } from '#features/book/book-tabs.public.ts';
import { contentPanel } from '#features/content/content.public.ts';
import { readBookImages } from '#features/image/image.public.ts';
import { readReadiness } from '#features/readiness/readiness.public.ts';
import { unitEditor } from '#features/unit/unit.public.ts';
import { readStagedRows, readWordRows } from '#features/word/word-rows.public.ts';
import { sendingTogether } from '#kernel/db/sent-together.ts';
import { view } from '#kernel/http/web.ts';
import { languageName } from '#kernel/messages/languages.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import type BookContentTab from './book-content.view.tsx';
import type BookDetail from './book-detail.view.tsx';
import { readBookHead, readHeadOf } from './book-head.read.ts';
import type BookHistoryTab from './book-history.view.tsx';
import type BookImagesTab from './book-images.view.tsx';
import type { BookHead } from './book-page.tsx';
import type BookUnitsTab from './book-units.view.tsx';
import type BookUsesTab from './book-uses.view.tsx';
import type BookWordsTab from './book-words.view.tsx';
import type PublishBook from './publish-book.view.tsx';

const latestShown = 4;

/** A book's page, each part at its own address. */
export function recordPages(kernel: Kernel): void {
  const { web, storage, changeSets } = kernel;
  const shared = {
    params: BookParams,
    title: (_: unknown, { head }: { head: BookHead }) => head.book.title,
    shows: ({ head }: { head: BookHead }) => ({ kind: 'book', id: head.book.bid }),
  };
  web.page(tabHref(':bid', 'details'), {
    ...shared,
    view: view<typeof BookDetail>('library/page/book-detail'),
    load: async ({ ctx, params: { bid } }) => {
      const book = await getBook(ctx, bid);
      const page = sendingTogether(ctx);
      const [head, readiness, latest, hints] = await Promise.all([
        readHeadOf(page, kernel, book),
        readReadiness(page, book.bidx, { offersAges: book.grp_idx === null }),
        latestActs(page, kernel.records, { entity: 'book', id: bid, count: latestShown }),
        findHints(page, book),
      ]);
      const language = book.language === null ? null : languageName(ctx.locale, book.language);
      return { head, readiness, latest, language, now: inSeconds(ctx.now), hints };
    },
  });
  web.fragment('/book/publish/:bid', {
    view: view<typeof PublishBook>('library/page/publish-book'),
    params: BookParams,
    within: ({ params }) => tabHref(encodeURIComponent(params.bid), 'details'),
    load: async ({ ctx, params }) => {
      const head = await readBookHead(ctx, kernel, params.bid);
      const { bidx, grp_idx } = head.book;
      return { head, readiness: await readReadiness(ctx, bidx, { offersAges: grp_idx === null }) };
    },
  });
  web.page(tabHref(':bid', 'words'), {
    ...shared,
    view: view<typeof BookWordsTab>('library/page/book-words'),
    load: async ({ ctx, params, request }) => {
      const head = await readBookHead(ctx, kernel, params.bid);
      const rows = await readWordRows(ctx, storage, head.book.bidx);
      const change = await changeSets.staged(ctx, request.cookies, { kind: 'words', id: params.bid });
      return { head, rows, staged: change ? await readStagedRows(ctx, storage, rows, change) : null };
    },
  });
  web.page(tabHref(':bid', 'images'), {
    ...shared,
    view: view<typeof BookImagesTab>('library/page/book-images'),
    load: async ({ ctx, params }) => ({
      head: await readBookHead(ctx, kernel, params.bid),
      images: await readBookImages(ctx, storage, params.bid),
    }),
  });
  web.page(tabHref(':bid', 'content'), {
    ...shared,
    view: view<typeof BookContentTab>('library/page/book-content'),
    load: async ({ ctx, params }) => {
      const head = await readBookHead(ctx, kernel, params.bid);
      return { head, content: await contentPanel(ctx, head.book.bidx) };
    },
  });
  web.page(tabHref(':bid', 'units'), {
    ...shared,
    view: view<typeof BookUnitsTab>('library/page/book-units'),
    load: async ({ ctx, params: { bid }, request }) => {
      const head = await readBookHead(ctx, kernel, bid);
      const staged = await changeSets.staged(ctx, request.cookies, { kind: 'units', id: bid });
      return { head, units: await unitEditor(ctx, bid, staged) };
    },
  });
  web.page(tabHref(':bid', 'uses'), {
    ...shared,
    view: view<typeof BookUsesTab>('library/page/book-uses'),
    load: async ({ ctx, params }) => ({ head: await readBookHead(ctx, kernel, params.bid) }),
  });
  web.page(tabHref(':bid', 'history'), {
    ...shared,
    view: view<typeof BookHistoryTab>('library/page/book-history'),
    load: async ({ ctx, params }) => ({ head: await readBookHead(ctx, kernel, params.bid) }),
    history: true,
  });
}
