import { useState } from 'react';
import { ApiError, isStale } from '#client/api.ts';
import { upload } from '#client/upload/upload.ts';
import type { BookWords } from '#features/book/book-words.public.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { longestAudio } from '../audio/audio.rules.ts';
import type { SavedSentence, SentenceRecord } from '../words/sentence.contract.ts';

/** The upload of a row's audio. `share` is a fraction of 1; `version` is that of the sentence it replaces. */
export type AudioUpload =
  | { step: 'sending'; share: number }
  | { step: 'failed'; message: string; file: File; version: number };

export interface AudioUploads {
  of: (sentIdx: number) => AudioUpload | undefined;
  /** Sends the audio of a sentence; resolves to the saved sentence, or null if it was not saved. */
  send: (sentence: SentenceRecord, file: File) => Promise<SavedSentence | null>;
  /** Sends the file of a failed row again. */
  retry: (sentence: SentenceRecord) => Promise<SavedSentence | null>;
}

/** Sends audio; resolves to the sentence with it. `version` is that of the sentence that it replaces. */
export type SendAudio = (
  sentence: SentenceRecord,
  file: File,
  options: { version: number; onProgress: (sent: number, total: number) => void },
) => Promise<SavedSentence>;

/** Saves audio as that of its sentence. */
const saveAudio: SendAudio = async ({ sent_idx: id }, file, { version, onProgress }) => {
  const form = new FormData();
  form.append('version', String(version));
  // Last, so that the fields are known before the file streams in.
  form.append('audio', file);
  const url = `/api/v1/sentence/${id}`;
  return (await upload<{ results: SavedSentence }>(url, form, { onProgress })).results;
};

/** Uploads audio row by row. A failed row keeps its file for another try, which replaces what others saved. */
export function useAudioUploads(
  onSaved: (sentence: SentenceRecord) => void,
  sendAudio: SendAudio = saveAudio,
): AudioUploads {
  const t = useT<BookWords>();
  const format = useFormat();
  const [uploads, setUploads] = useState<ReadonlyMap<number, AudioUpload>>(new Map());
  const put = (id: number, state: AudioUpload | null) =>
    setUploads((now) => {
      const next = new Map(now);
      if (state) next.set(id, state);
      else next.delete(id);
      return next;
    });
  const send = async (sentence: SentenceRecord, file: File): Promise<SavedSentence | null> => {
    const { sent_idx: id, version: loaded } = sentence;
    const last = uploads.get(id);
    if (last?.step === 'sending') return null;
    const version = Math.max(last?.version ?? 0, loaded);
    const fail = (message: string, over = version) => {
      put(id, { step: 'failed', message, file, version: over });
      return null;
    };
    if (file.size > longestAudio) {
      const sizes = { size: format.size(file.size), limit: format.size(longestAudio) };
      return fail(t('book.sentence_large_audio', sizes));
    }
    put(id, { step: 'sending', share: 0 });
    const onProgress = (sent: number, total: number) => put(id, { step: 'sending', share: sent / total });
    try {
      const saved = await sendAudio(sentence, file, { version, onProgress });
      put(id, null);
      onSaved(saved);
      return saved;
    } catch (error) {
      const stored = isStale(error) ? error.details['version'] : undefined;
      return fail(messageOf(error, t('error.network')), typeof stored === 'number' ? stored : undefined);
    }
  };
  const retry = async (sentence: SentenceRecord): Promise<SavedSentence | null> => {
    const last = uploads.get(sentence.sent_idx);
    return last?.step === 'failed' ? send(sentence, last.file) : null;
  };
  return { of: (id) => uploads.get(id), send, retry };
}

function messageOf(error: unknown, network: string): string {
  if (!(error instanceof ApiError)) return String(error);
  return error.status === 0 ? network : (error.fields['audio'] ?? error.message);
}
