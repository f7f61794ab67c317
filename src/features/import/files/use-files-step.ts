import { useRef, useState } from 'react';
import { client } from '#client/api.ts';
import { uploadGranted } from '#client/upload/granted-uploads.ts';
import { inLanes } from '#kernel/lanes.rules.ts';
import { supportedFiles } from '#ui/upload/dropped-files.ts';
import { looksLike } from '#ui/upload/file-bytes.ts';
import { isBusy, type Send, useUpload } from '#ui/upload/use-upload.ts';
import type { DeclaredFile, FilesState, importFilesApi } from './import-files.contract.ts';
import { type FileStep, fileExtension } from './import-files.rules.ts';

export const callFiles = client<typeof importFilesApi>();

/** A file somebody chose, and what the office says of it; nothing while it was not asked. */
export interface ChosenFile extends Partial<Pick<DeclaredFile, 'bid' | 'status' | 'key' | 'message'>> {
  file: File;
}

// Files whose first bytes are read beside each other.
const lanes = 16;
// Files of one taking: large enough to be worth a transaction, small enough that progress is seen.
const takenTogether = 100;

/** Chosen files of a step: checked and matched together, and uploaded and taken once none of them is invalid. */
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
  /** Uploads a group of books while the one before it is taken. */
  const sendAll = async (files: readonly ChosenFile[], { signal, onProgress }: Parameters<Send<void>>[0]) => {
    const waiting = files.filter(({ status }) => status !== 'taken');
    const total = waiting.reduce((sum, { file }) => sum + file.size, 0);
    setTaken(files.length - waiting.length);
    let sent = 0;
    let taking: Promise<void> = Promise.resolve();
    for (const group of groupsOf(waiting)) {
      const ready = group.flatMap(({ file, key, status }) => (key && status === 'waiting' ? [{ key, file }] : []));
      const before = sent;
      // One byte short until the last group is taken: then all of it is done.
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
      // What came of them is the import's to tell; one that was stopped can go on with the same files.
      if (sent) setChosen([]);
      if (sent === null) setPhase('idle');
    } catch {
      // Shown by the state of the upload; the files stay, to be tried again.
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
    /** Some files were stopped on their way, and can go on. */
    stopped: upload.state.step === 'idle' && phase === 'idle' && chosen.length > 0,
    cancel: upload.cancel,
    choose: (files: readonly File[]) => {
      const fitting = supportedFiles(files, [fileExtension[step]]);
      if (fitting.length > 0) void run(fitting);
      else if (files.length > 0) setPhase('none_fits');
    },
    /** Goes on without the invalid ones. */
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

/** Those whose bytes are of another kind than their name says, or cannot be read any more. */
async function wrongBytes(step: FileStep, files: readonly File[]): Promise<Set<File>> {
  const wrong = new Set<File>();
  await inLanes(files, lanes, async (file) => {
    const fits = await looksLike(file, [step === 'images' ? 'jpg' : 'mp3']).catch(() => false);
    if (!fits) wrong.add(file);
  });
  return wrong;
}

/** The files of some books at a time, never those of one book apart: its previews are taken together. */
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
