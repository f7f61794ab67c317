import { view } from '#kernel/http/web.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { getBook } from '../book.service.ts';
import { tabHref } from '../record/book-tabs.rules.ts';
import { WordBook, wordApi } from './word.contract.ts';
import { addWord, removeWord, renameWord } from './word.service.ts';
import type WordCreate from './word-create.view.tsx';

export function wordRoutes({ api, web, storage }: Kernel): void {
  api(wordApi, {
    'POST /api/v1/book/:bid/word': async ({ ctx, params, body: { word } }) => ({
      results: { word_idx: await addWord(ctx, params.bid, word), word },
    }),
    'PUT /api/v1/book/:bid/word/:word_idx': async ({ ctx, params, body }) => {
      const { word_idx, word, version } = await renameWord(ctx, params, body);
      return { results: { word_idx, word, version } };
    },
    'DELETE /api/v1/book/:bid/word/:word_idx': async ({ ctx, params, query }) => {
      await removeWord(ctx, storage, { ...params, seen: query.seen });
      return { results: { success: true } };
    },
  });
  web.fragment('/book/word/create', {
    view: view<typeof WordCreate>('book/words/word-create'),
    query: WordBook,
    within: ({ query }) => tabHref(encodeURIComponent(query.bid), 'words'),
    load: async ({ ctx, query }) => ({ bid: (await getBook(ctx, query.bid)).bid }),
  });
}
