import { getBook } from '#features/book/book-record.public.ts';
import { tabHref } from '#features/book/book-tabs.public.ts';
import { bookMessages } from '#features/book/book-words.public.ts';
import { requireSpreadsheetAccount } from '#features/spreadsheet/spreadsheet.public.ts';
import { readOneFile } from '#kernel/http/file-form.ts';
import { view } from '#kernel/http/web.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { savingFiles } from '#kernel/storage/saving-files.ts';
import { type Audio, storeAudio } from './audio/audio.ts';
import type WordCreate from './form/word-create.view.tsx';
import { noteAudio } from './list/word-list.store.ts';
import { WordBook, wordApi } from './words/word.contract.ts';
import { addWord, removeWord, renameWord } from './words/word.service.ts';

export function wordRoutes(kernel: Kernel): void {
  const { api, web, storage } = kernel;
  api(wordApi, {
    'POST /api/v1/book/:bid/word': async ({ ctx, params, body: { word } }) => ({
      results: { word_idx: await addWord(ctx, params.bid, word), word },
    }),
    'PUT /api/v1/book/:bid/word/:word_idx': async ({ ctx, params, body }) => {
      const { word_idx, word, version } = await renameWord(ctx, params, body);
      return { results: { word_idx, word, version } };
    },
    'DELETE /api/v1/book/:bid/word/:word_idx': ({ ctx, params, query }) =>
      removeWord(ctx, storage, { ...params, seen: query.seen }),
    'POST /api/v1/book/:bid/audio': async ({ ctx, params, request, write }) => {
      await requireSpreadsheetAccount(kernel, ctx);
      await getBook(ctx, params.bid);
      const discard = ({ audio_key }: Audio) => storage.remove(audio_key);
      const audio = await readOneFile(request, { store: ({ source }) => storeAudio(kernel, source), discard });
      if (!audio) throw bookMessages.errorWith(400, 'book.content_no_file', { field: 'audio' });
      await savingFiles(
        () => write((within) => noteAudio(within, audio)),
        () => discard(audio),
      );
      const { audio_key: key, audio_size: size, audio_ms: ms } = audio;
      return { results: { audio_path: storage.publicUrl(key), size, ms } };
    },
  });
  web.fragment('/book/word/create', {
    view: view<typeof WordCreate>('word/form/word-create'),
    query: WordBook,
    within: ({ query }) => tabHref(encodeURIComponent(query.bid), 'words'),
    load: async ({ ctx, query }) => ({ bid: (await getBook(ctx, query.bid)).bid }),
  });
}
