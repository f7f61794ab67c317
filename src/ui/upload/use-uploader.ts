import { useState } from 'react';
import type { UploadWords } from '#kernel/messages/common/upload.messages.ts';
import { useFormat, useT } from '../interface.tsx';
import { supportedFiles } from './dropped-files.ts';
import { isBusy, type Send, useUpload } from './use-upload.ts';

/** A chosen file, and why it cannot be uploaded. */
export interface ChosenFile {
  file: File;
  problem: string | null;
}

export interface UploaderRules {
  /** Extensions with their dots; other files are ignored. */
  accept: readonly string[];
  maxBytes: number;
  multiple: boolean;
  /** What is wrong with a file's bytes, in the reader's language, or null. */
  check: (file: File) => Promise<string | null>;
  /** Uploads all of them; rejects with an ApiError. */
  send: (files: readonly File[], options: Parameters<Send<void>>[0]) => Promise<void>;
}

/** Checks chosen files and uploads them together once none is invalid, one upload at a time. */
export function useUploader(rules: UploaderRules) {
  const t = useT<UploadWords>();
  const format = useFormat();
  const upload = useUpload();
  const [chosen, setChosen] = useState<readonly ChosenFile[]>([]);
  const [checking, setChecking] = useState(false);
  const [noneFits, setNoneFits] = useState(false);
  const busy = checking || isBusy(upload.state);

  const problemOf = async (file: File, index: number): Promise<string | null> => {
    if (!rules.multiple && index > 0) return t('upload.only_one');
    if (file.size > rules.maxBytes) return t('upload.too_large', { size: format.size(rules.maxBytes) });
    // The file may have been deleted since it was chosen.
    return rules.check(file).catch(() => t('upload.unreadable'));
  };
  const send = async (files: readonly File[]) => {
    try {
      await upload.run((options) => rules.send(files, options));
      setChosen([]);
    } catch {
      // Shown by the upload state; the files stay for another try.
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
    setNoneFits(false);
    upload.cancel();
    setChosen([]);
  };
  return {
    upload: upload.state,
    chosen,
    invalid: !busy && chosen.some(({ problem }) => problem !== null),
    busy,
    /** None of the chosen files can be uploaded here. */
    noneFits,
    choose: (files: readonly File[]) => {
      const supported = supportedFiles(files, rules.accept);
      if (busy) return;
      setNoneFits(supported.length === 0 && files.length > 0);
      if (supported.length > 0) void check(supported);
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
