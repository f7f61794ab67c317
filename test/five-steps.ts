import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { bookFields } from '#features/book/book-rows.public.ts';
import { jpeg } from '#features/book/images/image.fixture.ts';
import { silentMp3 } from '#features/book/sentences/sentence.factory.ts';
import { importCsv } from '#features/import/import.factory.ts';
import { inLanes } from '#kernel/lanes.rules.ts';
import { readSheet } from '#kernel/sheets/sheet-read.ts';
import { sharedData } from './shared-data.ts';

/** The input of a whole import: its sheets, and folders of covers and audio that fit them. */
export interface FiveSteps {
  folder: string;
  bids: string[];
  booksSheet: string;
  sentencesSheet: string;
  coversFolder: string;
  audioFolder: string;
  remove: () => Promise<void>;
}

/**
 * Makes the input of an import of the real catalogue's first books: their rows, the sheet of sentences that is about them,
 * a cover of this size for each and as many audio files for sentences with mdr_targeted Y.
 */
export async function makeFiveSteps(count: number, cover: { width: number; height: number }): Promise<FiveSteps> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'five-steps-'));
  const [coversFolder, audioFolder] = [path.join(folder, 'covers'), path.join(folder, 'audio')];
  await Promise.all([mkdir(coversFolder), mkdir(audioFolder)]);
  const books = await firstRows('isbn-meta.xlsx', 'ISBN Meta', count);
  const booksSheet = path.join(folder, 'books.csv');
  const records = books.map((cells) =>
    Object.fromEntries(bookFields.map(({ name }, index) => [name, cells[index] ?? ''])),
  );
  await writeFile(booksSheet, importCsv(records));
  const bids = books.map(([bid = '']) => bid);
  await inLanes(bids.entries(), 4, async ([seed, bid]) =>
    writeFile(path.join(coversFolder, `${bid}_cover.jpg`), await jpeg(seed + 1, cover)),
  );
  const sentences = await firstRows('words-and-sentences.xlsx', 'Words and Sentences', 20_000);
  const voiced = sentences.filter((cells) => cells[3] === 'Y').slice(0, count);
  await inLanes(voiced.entries(), 4, ([index, [bid, word = '']]) =>
    writeFile(
      path.join(audioFolder, `${bid}_${word.toLowerCase().replaceAll(' ', '_')}.mp3`),
      silentMp3(20 + (index % 40)),
    ),
  );
  return {
    folder,
    bids,
    booksSheet,
    sentencesSheet: path.join(sharedData, 'words-and-sentences.xlsx'),
    coversFolder,
    audioFolder,
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** The first rows of a sheet below its heading. */
async function firstRows(file: string, sheet: string, count: number): Promise<string[][]> {
  const rows: string[][] = [];
  for await (const batch of readSheet(path.join(sharedData, file), { name: file, sheet })) {
    for (const { row, cells } of batch) if (row > 1) rows.push(cells);
    if (rows.length >= count) break;
  }
  return rows.slice(0, count);
}
