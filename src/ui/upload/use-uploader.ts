import { useState } from 'react';
import type { UploadWords } from '#kernel/storage/upload-messages.ts';
import { useFormat, useT } from '../interface.tsx';
import { supportedFiles } from './dropped-files.ts';
import { isBusy, type Send, useUpload } from './use-upload.ts';

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
  send: (files: readonly File[], options: Parameters<Send<void>>[0]) => Promise<void>;
}

/** Chosen files are checked, and go out together once none of them is invalid: one upload at a time. */
export function useUploader(rules: UploaderRules) {
  const t = useT<UploadWords>();
  const format = useFormat();
  const upload = useUpload();
  const [chosen, setChosen] = useState<readonly ChosenFile[]>([]);
  const [checking, setChecking] = useState(false);
  const busy = checking || isBusy(upload.state);

  const problemOf = async (file: File, place: number): Promise<string | null> => {
    if (!rules.multiple && place > 0) return t('upload.only_one');
    if (file.size > rules.maxBytes) return t('upload.too_large', { size: format.megabytes(rules.maxBytes) });
    // A file may be gone since it was chosen.
    return rules.check(file).catch(() => t('upload.unreadable'));
  };
  const send = async (files: readonly File[]) => {
    try {
      await upload.run((options) => rules.send(files, options));
      setChosen([]);
    } catch {
      // Shown by the state of the upload; the files stay, to be tried again.
    }
  };
  const check = async (files: readonly File[]) => {
    upload.cancel();
    setChecking(true);
    const problems = await Promise.all(files.map(problemOf));
    setChosen(files.map((file, index) => ({ file, problem: problems[index] ?? null })));
    setChecking(false);
    if (problems.every((problem) => problem === null)) await send(files);
  };
  const clear = () => {
    upload.cancel();
    setChosen([]);
  };
  return {
    upload: upload.state,
    chosen,
    invalid: !busy && chosen.some(({ problem }) => problem !== null),
    busy,
    choose: (files: readonly File[]) => {
      const supported = supportedFiles(files, rules.accept);
      if (!busy && supported.length > 0) void check(supported);
    },
    leaveOut: (file: File) => {
      const rest = chosen.map((one) => one.file).filter((one) => one !== file);
      if (rest.length === 0) clear();
      else void check(rest);
    },
    retry: () => void send(chosen.map(({ file }) => file)),
    cancel: clear,
  };
}
