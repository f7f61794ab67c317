import { jpeg } from '#features/image/image.fixture.ts';
import { silentMp3 } from '#features/word/sentence.factory.ts';
import { inLanes } from '#kernel/work/lanes.rules.ts';
import { Client } from '#test/client.ts';
import { admin } from '#test/product.ts';
import { importCsv, importRow } from './import.factory.ts';
import { type ChosenFile, given, grantForm, sentenceCsv } from './import.fixture.ts';

const books = 12;
/** Books with two previews. */
const illustrated = 4;
/** Books without files: they make the apply long enough to be interrupted midway. */
const plain = 300;

/** What one import adds to the library. */
export const brought = {
  books: books + plain,
  covers: books,
  images: books + 2 * illustrated,
  words: 2 * books,
  sentences: 4 * books,
  voiced: 2 * books,
};

/** The files on a user's disk for one import. */
export interface Folder {
  sheet: string;
  images: ChosenFile[];
  words: string;
  audio: ChosenFile[];
}

export const bidsOf = (run: number): string[] => Array.from({ length: books }, (_, n) => `K${run}-${n}`);
export const sheetOf = (run: number): string => `run-${run}.csv`;

export async function folderOf(run: number): Promise<Folder> {
  const bids = bidsOf(run);
  const bytes = await jpeg(1 + run, { width: 60, height: 80 });
  const previews = bids.slice(0, illustrated).flatMap((bid) => [`${bid}_preview_1.jpg`, `${bid}_preview_2.jpg`]);
  const sentences = bids.flatMap((bid) =>
    ['sun', 'ice cream'].flatMap((word, index) =>
      [1, 2].map((n) => [bid, word, `Sentence ${n} of ${word}.`, index === 0 ? 'Y' : 'N']),
    ),
  );
  const all = [...bids, ...Array.from({ length: plain }, (_, n) => `K${run}-plain-${n}`)];
  return {
    sheet: importCsv(all.map((bid, n) => importRow(run * all.length + n, { bid }))),
    images: [...bids.map((bid) => `${bid}_cover.jpg`), ...previews].map((name) => ({ name, bytes })),
    words: sentenceCsv(sentences),
    audio: bids.map((bid) => ({ name: `${bid}_sun.mp3`, bytes: silentMp3(8) })),
  };
}

/** The requests of an import, by purpose. */
export const acts = [
  'stage',
  'choose',
  'apply',
  'declare images',
  'upload images',
  'take images',
  'stage sentences',
  'apply sentences',
  'declare audio',
  'upload audio',
  'take audio',
  'publish',
] as const;
export type Act = (typeof acts)[number];

/** Called before each request, which waits for it; the process may be killed at any moment from here on. */
export type Watch = (act: Act) => void | Promise<void>;

/** Signs in and returns a function that sends requests and rejects unless the response is 2xx. */
export async function signIn(url: string, watch: Watch = () => undefined) {
  const { cookie } = await Client.logIn(url, admin);
  return async (act: Act | null, method: string, path: string, body?: FormData | object) => {
    if (act) await watch(act);
    const json = body !== undefined && !(body instanceof FormData);
    const response = await fetch(new URL(path, url), {
      method,
      headers: { cookie, ...(json && { 'content-type': 'application/json' }) },
      body: json ? JSON.stringify(body) : (body ?? null),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status}: ${text}`);
    return text === '' ? undefined : JSON.parse(text).results;
  };
}

export type Send = Awaited<ReturnType<typeof signIn>>;

/** Starts an import as a browser does; returns its id. */
export async function begin(send: Send, run: number, { sheet }: Folder): Promise<number> {
  const form = new FormData();
  form.append('file', new Blob([sheet]), sheetOf(run));
  return (await send('stage', 'POST', '/api/v1/import', form)).import_idx;
}

// More than the number of steps, each of which ends with the next.
const rounds = 8;

/** Continues an import from its current step to the end; false while its books are being written. */
export async function goOn(send: Send, id: number, folder: Folder, bids: readonly string[]): Promise<boolean> {
  const at = `/api/v1/import/${id}`;
  for (let round = 0; round < rounds; round++) {
    const { status, step, create_missing: accepted } = await send(null, 'GET', at);
    if (status === 'applying') return false;
    if (status === 'ready') {
      if (!accepted) await send('choose', 'PUT', at, { create_missing: true });
      await send('apply', 'POST', `${at}/apply`);
    } else if (step === 'images' || step === 'audio') {
      await giveFiles(send, at, step, step === 'images' ? folder.images : folder.audio, bids);
    } else if (step === 'sentences') {
      const form = new FormData();
      form.append('file', new Blob([folder.words]), 'words.csv');
      await send('stage sentences', 'POST', `${at}/sentence`, form);
      await send('apply sentences', 'POST', `${at}/sentence/apply`);
    } else {
      const { bids: made } = await send(null, 'GET', `${at}/new`);
      await send('publish', 'PUT', '/api/v1/book', { bids: made });
      return true;
    }
  }
  throw new Error(`import ${id} stands still`);
}

/** Drops the folder again, uploads the awaited files a few at a time, and has them taken a few books at a time. */
async function giveFiles(
  send: Send,
  at: string,
  step: 'images' | 'audio',
  files: readonly ChosenFile[],
  bids: readonly string[],
): Promise<void> {
  const declared = await send(`declare ${step}`, 'POST', `${at}/upload`, { step, files: files.map(given) });
  const waiting = files.flatMap((file, index) => {
    const { status, key } = declared.files[index];
    return status === 'waiting' ? [{ bytes: file.bytes, grant: { key, size: file.bytes.length } }] : [];
  });
  if (waiting.length > 0) {
    const body = { files: waiting.map(({ grant }) => grant) };
    const { grants } = await send(null, 'POST', '/api/v1/upload/grant', body);
    await inLanes(waiting.entries(), 3, async ([index, { bytes }]) => {
      const { url, fields } = grants[index];
      await send(`upload ${step}`, 'POST', url, grantForm(fields, bytes));
    });
  }
  for (const part of [bids.slice(0, books / 2), bids.slice(books / 2)])
    await send(`take ${step}`, 'PUT', `${at}/upload`, { step, bids: part });
}
