import { copyFile, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import type { Database } from '#kernel/db/database.ts';
import { thumbSizes } from '#kernel/images/image-paths.rules.ts';
import { drawImage } from '#kernel/images/image-work.ts';
import { inLanes } from '#kernel/work/lanes.rules.ts';
import { type FiveSteps, makeFiveSteps } from '#test/five-steps.ts';
import { hasSharedData } from '#test/shared-data.ts';
import { type BenchServer, best, cache, openWork, record } from './kit.ts';
import { OfficeClient, startBenchOffice } from './office-client.ts';
import { copyTables, dumpTables } from './table-copy.ts';

const books = 2000;
const sentences = 20_000;
// As in the browser: concurrent uploads, and files per taking.
const lanes = 6;
const takenTogether = 100;
// Steps that take about a second are measured more than once, and the shortest run counts.
const runs = 3;

/** A whole import of 2,000 books in five steps, over HTTP as a browser does it, each step against its limit. */
export async function benchSteps(server: BenchServer): Promise<void> {
  if (!hasSharedData) return console.log('the five steps: the real catalogue is not on this machine');
  const input = await makeFiveSteps(books, { width: 240, height: 320 });
  const url = await server.database('bench_steps');
  const watchFile = path.join(cache, 'watched.json');
  const { client, stop } = await startBenchOffice(url, {
    NODE_OPTIONS: `--import=${path.join(import.meta.dirname, 'watch-process.ts')}`,
    WATCH_FILE: watchFile,
  });
  const library = openWork(url);
  const took = await importAll(client, input, () => emptyWords(library.db));
  await library.close();
  await stop();
  await compare(server, url, input, took);
  const watched: { megabytes: number; idle: number; p99: number; longest: number } = JSON.parse(
    await readFile(watchFile, 'utf8'),
  );
  record({
    name: 'five steps: resident memory of the office',
    said: `${watched.megabytes.toFixed(0)} MB at most, ${watched.idle.toFixed(0)} MB before the first step`,
    ratio: watched.megabytes / watched.idle,
  });
  record({
    name: 'five steps: event-loop delay p99',
    said: `${watched.p99.toFixed(1)} of 100 ms, the longest ${watched.longest.toFixed(0)} ms`,
    ratio: watched.p99 / 100,
    aim: { most: 1 },
  });
  await input.remove();
}

type Took = Record<'isbn' | 'images' | 'sentences' | 'write' | 'audio' | 'publish', number>;

async function importAll(client: OfficeClient, input: FiveSteps, forget: () => Promise<unknown>): Promise<Took> {
  let id = 0;
  const isbn = await best(1, async () => {
    id = (await client.uploadForm<{ import_idx: number }>('/api/v1/import', input.booksSheet)).import_idx;
    await client.results('PUT', `/api/v1/import/${id}`, { create_missing: true });
    await client.results('POST', `/api/v1/import/${id}/apply`);
    const isApplied = async () =>
      (await client.results<{ status: string }>('GET', `/api/v1/import/${id}`)).status === 'applied';
    while (!(await isApplied())) await pause();
  });
  const images = await best(1, () => giveFiles(client, id, 'images', input.coversFolder));
  let [sheet, write] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let run = 0; run < runs; run++) {
    await forget();
    sheet = Math.min(
      sheet,
      await best(1, () => client.uploadForm(`/api/v1/import/${id}/sentence`, input.sentencesSheet)),
    );
    write = Math.min(write, await best(1, () => client.results('POST', `/api/v1/import/${id}/sentence/apply`)));
  }
  const audio = await best(1, () => giveFiles(client, id, 'audio', input.audioFolder));
  const publish = await best(1, () => client.results('PUT', '/api/v1/book', { bids: input.bids }));
  return { isbn, images, sentences: sheet + write, write, audio, publish };
}

/** Declares the files of a folder, then uploads and takes them group by group. */
async function giveFiles(client: OfficeClient, id: number, step: 'images' | 'audio', folder: string): Promise<void> {
  const names = await readdir(folder);
  const contents = new Map<string, Buffer>();
  await inLanes(names, lanes, async (name) => void contents.set(name, await readFile(path.join(folder, name))));
  const files = names.map((name) => ({ name, size: contents.get(name)?.length ?? 0, modified: 1 }));
  const declared = await client.results<{ files: { name: string; key: string; bid: string }[] }>(
    'POST',
    `/api/v1/import/${id}/upload`,
    { step, files },
  );
  let taking: Promise<unknown> = Promise.resolve();
  for (const group of groupsOf(declared.files)) {
    const uploads = group.map(({ key, name }) => ({ key, content: contents.get(name) ?? Buffer.alloc(0) }));
    await Promise.all([client.uploadGranted(uploads, lanes), taking]);
    const bids = [...new Set(group.map(({ bid }) => bid))];
    taking = client.results('PUT', `/api/v1/import/${id}/upload`, { step, bids });
  }
  await taking;
}

/** Groups files by books and never splits the files of one book. */
function groupsOf<F extends { bid: string }>(files: readonly F[]): F[][] {
  const groups: F[][] = [];
  for (const ofBook of Map.groupBy(files, ({ bid }) => bid).values()) {
    const last = groups.at(-1);
    if (last && last.length + ofBook.length <= takenTogether) last.push(...ofBook);
    else groups.push([...ofBook]);
  }
  return groups;
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 50));

async function compare(server: BenchServer, url: string, input: FiveSteps, took: Took): Promise<void> {
  const { db, close } = openWork(url);
  const [library, words] = [
    await dumpTables(db, ['series', 'level', 'book']),
    await dumpTables(db, ['word', 'sentence']),
  ];
  await close();
  const empty = openWork(await server.database('bench_steps_copy'));
  const copiedBooks = await best(1, () => copyTables(empty.db, library));
  let copiedWords = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs; run++) {
    await emptyWords(empty.db);
    copiedWords = Math.min(copiedWords, await best(1, () => copyTables(empty.db, words)));
  }
  await empty.close();
  const a = (count: number, ms: number) => `${Math.round(count / (ms / 1000)).toLocaleString('en')} a second`;
  const beside = (what: string, count: number, ms: number, limit: number, most?: number) =>
    record({
      name: `five steps: ${what}`,
      said: `${a(count, ms)} (${(ms / 1000).toFixed(1)} s) of ${a(count, limit)}`,
      ratio: ms / limit,
      ...(most !== undefined && { aim: { most } }),
    });
  // At 2,000 rows most of this time is waiting for the job to start; for covers most of it is processing.
  beside(`${books} rows of book data, of a raw COPY`, books, took.isbn, copiedBooks);
  beside(`writing ${sentences} sentences, of a raw COPY`, sentences, took.write, copiedWords, 3);
  beside(`the same with reading and checking their sheet`, sentences, took.sentences, copiedWords);
  beside(`${books} covers, of drawing them alone`, books, took.images, await drawFolder(input.coversFolder), 1 / 0.7);
  beside(`${books} covers, of copying the same bytes`, books, took.images, await copyFolder(input.coversFolder));
  beside(`${books} audio files, of copying the same bytes`, books, took.audio, await copyFolder(input.audioFolder));
}

const emptyWords = (db: Database) => sql`truncate word, sentence, act_record`.execute(db);

/** Creates the images the office makes of each cover, with the same library in a process that does nothing else. */
async function drawFolder(folder: string): Promise<number> {
  const names = await readdir(folder);
  const order = { formats: ['jpg'] as const, thumbs: thumbSizes };
  return best(1, () => inLanes(names, lanes, async (name) => void (await drawImage(path.join(folder, name), order))));
}

/** Copies the files of a folder to the disk where the office stores its files. */
async function copyFolder(folder: string): Promise<number> {
  const to = path.join(cache, 'copied');
  await mkdir(to, { recursive: true });
  const names = await readdir(folder);
  const ms = await best(1, () =>
    inLanes(names, lanes, (name) => copyFile(path.join(folder, name), path.join(to, name))),
  );
  await rm(to, { recursive: true });
  return ms;
}
