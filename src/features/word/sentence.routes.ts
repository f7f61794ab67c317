import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { tabHref } from '#features/book/book-tabs.public.ts';
import { requireSpreadsheetAccount } from '#features/spreadsheet/spreadsheet.public.ts';
import { type ArrivingFile, readFileForm } from '#kernel/http/file-form.ts';
import { view } from '#kernel/http/web.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { savingFiles } from '#kernel/storage/saving-files.ts';
import type { Context } from '#kernel/work/context.ts';
import { idx } from '#kernel/work/fields.ts';
import { type Audio, storeAudio } from './audio/audio.ts';
import type SentenceForm from './form/sentence-form.view.tsx';
import { importSentences, pasteSentences } from './many/sentence-bulk.service.ts';
import { NewSentence, SentenceChange, SentenceParams, sentenceApi } from './words/sentence.contract.ts';
import {
  addSentence,
  changeSentence,
  getSentence,
  getWord,
  removeSentence,
  removeSentenceAudio,
  sentencesOf,
} from './words/sentence.service.ts';
import { findAudioKeys } from './words/sentence.store.ts';
import { WordParams, WordText } from './words/word.contract.ts';

export function sentenceRoutes(kernel: Kernel): void {
  const { api, storage } = kernel;
  api(sentenceApi, {
    'GET /api/v1/sentence': async ({ ctx, query }) => ({ results: await sentencesOf(ctx, storage, query.word_idx) }),
    'POST /api/v1/sentence': async ({ ctx, request, body, write }) => {
      if (body && 'sentences' in body)
        return { results: await write((within) => importSentences(within, body.sentences)) };
      const save = (fields: NewSentence, audio: Audio | null) =>
        write((within) => addSentence(within, storage, fields, audio));
      return { results: await (body ? save(body, null) : saveForm(kernel, { ctx, request }, NewSentence, save)) };
    },
    'POST /api/v1/book/:bid/sentence': async ({ ctx, params, body }) => ({
      results: await pasteSentences(ctx, params.bid, body.sentences),
    }),
    'POST /api/v1/sentence/:sent_idx': async ({ ctx, request, params, body, write }) => {
      const save = (fields: SentenceChange, audio: Audio | null) =>
        write((within) => changeSentence(within, storage, params.sent_idx, fields, audio));
      return { results: await (body ? save(body, null) : saveForm(kernel, { ctx, request }, SentenceChange, save)) };
    },
    'DELETE /api/v1/sentence/:sent_idx': ({ ctx, params }) => removeSentence(ctx, storage, params.sent_idx),
  });
  sentenceForms(kernel);
  sentenceFiles(kernel);
}

/** Saves a form with its audio, which requires a spreadsheet account; if saving fails no file is left behind. */
async function saveForm<F extends z.ZodType, T>(
  kernel: Kernel,
  { ctx, request }: { ctx: Context; request: FastifyRequest },
  fields: F,
  save: (fields: z.output<F>, audio: Audio | null) => Promise<T>,
): Promise<T> {
  const discard = ({ audio_key }: Audio) => kernel.storage.remove(audio_key);
  const store = async ({ source }: ArrivingFile) => {
    await requireSpreadsheetAccount(kernel, ctx);
    return storeAudio(kernel, source);
  };
  const form = await readFileForm(request, { fields, file: 'audio', store, discard });
  return savingFiles(
    () => save(form.fields, form.file),
    async () => form.file && discard(form.file),
  );
}

function sentenceForms({ web, storage }: Kernel): void {
  const form = view<typeof SentenceForm>('word/form/sentence-form');
  web.fragment('/book/word/sentence/add', {
    view: form,
    query: WordParams.extend({ word: WordText.optional() }),
    within: ({ query }) => tabHref(encodeURIComponent(query.bid), 'words'),
    load: async ({ ctx, query }) => {
      const { bid, word_idx } = query;
      return { bid, word_idx, word: await getWord(ctx, query), sentence: null };
    },
  });
  web.fragment('/book/word/sentence/update', {
    view: form,
    query: SentenceParams,
    within: async ({ ctx, query }) => tabHref((await getSentence(ctx, storage, query.sent_idx)).bid, 'words'),
    load: async ({ ctx, query }) => {
      const sentence = await getSentence(ctx, storage, query.sent_idx);
      return { bid: sentence.bid, word_idx: sentence.word_idx, word: sentence.word, sentence };
    },
  });
}

/** Sweeps audio that no sentence refers to, and lets the audio of a sentence be removed. */
function sentenceFiles({ files, storage }: Kernel): void {
  for (const prefix of ['audios/', 'test/audios/']) files.add({ prefix, referenced: findAudioKeys });
  files.addRemovable({
    target_ctl: 'sentence',
    file_types: ['audio'],
    remove: (ctx, { target_id, file_path }) =>
      removeSentenceAudio(ctx, storage, idx.catch(0).parse(target_id), file_path),
  });
}
