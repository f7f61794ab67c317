import { useRef, useState } from 'react';
import { client } from '#client/api.ts';
import { uploadGranted } from '#client/upload/granted-uploads.ts';
import type { DeclaredFile, FilesState, importFilesApi } from '#features/import/import-pages.public.ts';
import type { FileStep } from '#features/import/import-rules.public.ts';
import { fileExtension } from '#features/import/import-rules.public.tsx';
import { inLanes } from '#kernel/work/lanes.rules.ts';
import { supportedFiles } from '#ui/upload/dropped-files.ts';
import { isOfKind } from '#ui/upload/file-bytes.ts';
import { isBusy, type Send, useUpload } from '#ui/upload/use-upload.ts';

export const callFiles = client<typeof importFilesApi>();

/** A chosen file, with the server's answer about it once there is one. */
export interface ChosenFile extends Partial<Pick<DeclaredFile, 'bid' | 'status' | 'key' | 'message'>> {
  file: File;
}

// How many files are read concurrently to check their first bytes.
const lanes = 16;
// Files per call: large enough to be worth a transaction, small enough to show progress.
const takenTogether = 100;

/** The chosen files of a step: checked and matched together, and uploaded and taken once none is invalid. */
export function useFilesStep(importIdx: number, step: FileStep, onTaken: (state: FilesState) => void) {
  const upload = useUpload();
  const [chosen, setChosen] = useState<readonly ChosenFile[]>([]);
  const [phase, setPhase] = useState<'idle' | 'checking' | 'invalid' | 'none_fits'>('idle');
  const [taken, setTaken] = useState(0);
  const params = { import_idx: importIdx };
  const running = useRef(false);

  const declare = async (files: readonly File[]): Promise<ChosenFile[]> => {
    const wrong = await wrongBytes(step, files);
    const given = files.map((file) => ({
      name: file.name,
      size: file.size,
      modified: file.lastModified,
      ...(wrong.has(file) && { wrong_bytes: true }),
    }));
    const body = { step, files: given };
    const { results } = await callFiles('POST /api/v1/import/:import_idx/upload', { params, body });
    return files.map((file, index) => ({ file, ...results.files[index] }));
  };
  const take = async (files: readonly ChosenFile[]) => {
    const bids = [...new Set(files.flatMap(({ bid }) => bid ?? []))];
    const { results } = await callFiles('PUT /api/v1/import/:import_idx/upload', { params, body: { step, bids } });
    setTaken((count) => count + results.taken);
    const refused = new Map(results.refused.map(({ name, message }) => [name, message]));
    const waiting = new Set(results.waiting);
    const names = new Set(files.map(({ file }) => file.name).filter((name) => !waiting.has(name)));
    setChosen((all) =>
      all.map((one) => {
        if (!names.has(one.file.name)) return one;
        const message = refused.get(one.file.name) ?? null;
        return { ...one, status: message === null ? 'taken' : 'invalid', message };
      }),
    );
  };
  /** Uploads one group of books while the previous one is being taken. */
  const sendAll = async (files: readonly ChosenFile[], { signal, onProgress }: Parameters<Send<void>>[0]) => {
    const waiting = files.filter(({ status }) => status !== 'taken');
    const total = waiting.reduce((sum, { file }) => sum + file.size, 0);
    setTaken(files.length - waiting.length);
    let sent = 0;
    let taking: Promise<void> = Promise.resolve();
    for (const group of groupsOf(waiting)) {
      const ready = group.flatMap(({ file, key, status }) => (key && status === 'waiting' ? [{ key, file }] : []));
      const before = sent;
      // Reports one byte short of the total until the last group is taken.
      const report = (bytes: number) => onProgress(Math.min(before + bytes, total - 1), total);
      const [uploaded] = await Promise.allSettled([uploadGranted(ready, { signal, onProgress: report }), taking]);
      await taking;
      if (uploaded.status === 'rejected') throw uploaded.reason;
      sent += group.reduce((sum, { file }) => sum + file.size, 0);
      taking = take(group);
    }
    onProgress(total, total);
    await taking;
  };
  const run = async (files: readonly File[]) => {
    if (running.current) return;
    running.current = true;
    upload.cancel();
    setPhase('checking');
    setChosen(files.map((file) => ({ file })));
    try {
      const sent = await upload.run(async (options) => {
        const declared = await declare(files);
        const valid = declared.every(({ status }) => status !== 'invalid');
        setChosen(invalidFirst(declared));
        setPhase(valid ? 'idle' : 'invalid');
        if (valid) await sendAll(declared, options);
        return valid;
      });
      // The import shows the results; a cancelled upload can be resumed with the same files.
      if (sent) setChosen([]);
      if (sent === null) setPhase('idle');
    } catch {
      // Shown by the upload state; the files stay for another try.
      setPhase('idle');
    }
    running.current = false;
    const state = await callFiles('GET /api/v1/import/:import_idx/upload', { params, query: { step } }).catch(
      () => null,
    );
    if (state) onTaken(state.results);
  };
  return {
    upload: upload.state,
    chosen,
    phase,
    taken,
    busy: isBusy(upload.state),
    /** Some files were cancelled in flight, and can be resumed. */
    stopped: upload.state.step === 'idle' && phase === 'idle' && chosen.length > 0,
    cancel: upload.cancel,
    choose: (files: readonly File[]) => {
      const fitting = supportedFiles(files, [fileExtension[step]]);
      if (fitting.length > 0) void run(fitting);
      else if (files.length > 0) setPhase('none_fits');
    },
    /** Continues without the invalid files. */
    leaveOutInvalid: () => {
      const rest = chosen.filter(({ status }) => status !== 'invalid').map(({ file }) => file);
      if (rest.length > 0) void run(rest);
      else clear();
    },
    retry: () => void run(chosen.map(({ file }) => file)),
    clear,
  };

  function clear() {
    upload.cancel();
    setChosen([]);
    setPhase('idle');
  }
}

/** The files whose bytes do not match their extension, or that can no longer be read. */
async function wrongBytes(step: FileStep, files: readonly File[]): Promise<Set<File>> {
  const wrong = new Set<File>();
  await inLanes(files, lanes, async (file) => {
    const fits = await isOfKind(file, [step === 'images' ? 'jpg' : 'mp3']).catch(() => false);
    if (!fits) wrong.add(file);
  });
  return wrong;
}

/** Groups files by books and never splits the files of one book: its previews are taken together. */
function groupsOf(files: readonly ChosenFile[]): ChosenFile[][] {
  const groups: ChosenFile[][] = [];
  for (const ofBook of Map.groupBy(files, ({ bid }) => bid).values()) {
    const last = groups.at(-1);
    if (last && last.length + ofBook.length <= takenTogether) last.push(...ofBook);
    else groups.push(ofBook);
  }
  return groups;
}

const invalidFirst = (files: readonly ChosenFile[]): ChosenFile[] =>
  files.toSorted((a, b) => Number(b.status === 'invalid') - Number(a.status === 'invalid'));
