import type { UploadWords } from '#kernel/storage/upload-messages.ts';
import { useRef, useState } from 'react';
import { ApiError } from '#client/api.ts';
import type { UploadOptions } from '#client/upload.ts';
import { supportedFiles } from './dropped-files.ts';
import { useFormat, useT } from './interface.tsx';

/** A file that was chosen, and why it cannot be uploaded. */
export interface ChosenFile {
  file: File;
  problem: string | null;
}

export interface UploaderRules {
  /** Extensions with their dots; files of other kinds are passed over. */
  accept: readonly string[];
  maxBytes: number;
  multiple: boolean;
  /** What is wrong with a file's bytes, in the reader's language, or null. */
  check: (file: File) => Promise<string | null>;
  /** Uploads all of them; rejects with an ApiError. */
  send: (files: readonly File[], options: UploadOptions) => Promise<void>;
}

type State =
  | { step: 'idle' }
  | { step: 'checking' }
  | { step: 'invalid'; chosen: readonly ChosenFile[] }
  | { step: 'uploading'; chosen: readonly ChosenFile[]; share: number }
  | { step: 'failed'; chosen: readonly ChosenFile[]; message: string };

/** One upload at a time: chosen files are checked, and go out together once none of them is invalid. */
export function useUploader(rules: UploaderRules) {
  const t = useT<UploadWords>();
  const format = useFormat();
  const [state, setState] = useState<State>({ step: 'idle' });
  const abort = useRef<AbortController>(null);
  const busy = state.step === 'uploading' || state.step === 'checking';

  const problemOf = async (file: File, place: number): Promise<string | null> => {
    if (!rules.multiple && place > 0) return t('upload.only_one');
    if (file.size > rules.maxBytes) return t('upload.too_large', { size: format.megabytes(rules.maxBytes) });
    return rules.check(file);
  };
  const send = async (chosen: readonly ChosenFile[]) => {
    const stop = new AbortController();
    abort.current = stop;
    setState({ step: 'uploading', chosen, share: 0 });
    const onProgress = (sent: number, total: number) =>
      setState({ step: 'uploading', chosen, share: total > 0 ? sent / total : 0 });
    try {
      await rules.send(
        chosen.map(({ file }) => file),
        { signal: stop.signal, onProgress },
      );
      setState({ step: 'idle' });
    } catch (error) {
      setState(
        stop.signal.aborted
          ? { step: 'idle' }
          : { step: 'failed', chosen, message: messageOf(error, t('error.network')) },
      );
    }
  };
  const check = async (files: readonly File[]) => {
    setState({ step: 'checking' });
    const problems = await Promise.all(files.map(problemOf));
    const chosen = files.map((file, index) => ({ file, problem: problems[index] ?? null }));
    if (chosen.some(({ problem }) => problem !== null)) setState({ step: 'invalid', chosen });
    else await send(chosen);
  };
  return {
    state,
    busy,
    choose: (files: readonly File[]) => {
      const supported = supportedFiles(files, rules.accept);
      if (!busy && supported.length > 0) void check(supported);
    },
    leaveOut: (file: File) => {
      const rest = 'chosen' in state ? state.chosen.map((one) => one.file).filter((one) => one !== file) : [];
      if (rest.length === 0) setState({ step: 'idle' });
      else void check(rest);
    },
    retry: () => 'chosen' in state && void send(state.chosen),
    cancel: () => (state.step === 'uploading' ? abort.current?.abort() : setState({ step: 'idle' })),
  };
}

const messageOf = (error: unknown, network: string): string =>
  error instanceof ApiError ? (error.status === 0 ? network : error.message) : String(error);
