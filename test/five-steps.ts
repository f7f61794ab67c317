import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { bookFields } from '#features/book/book-fields.public.ts';
import { jpeg } from '#features/image/image.fixture.ts';
import { importCsv } from '#features/import/import.factory.ts';
import { silentMp3 } from '#features/word/sentence.factory.ts';
import { readSheet } from '#kernel/sheets/sheet-read.ts';
import { writeXlsx } from '#kernel/sheets/xlsx-write.ts';
import { inLanes } from '#kernel/work/lanes.rules.ts';
import { sharedData } from './shared-data.ts';

const sentencesTitle = 'Words and Sentences';

/** The input of a whole import: its sheets, and matching folders of covers and audio. */
export interface FiveSteps {
  folder: string;
  bids: string[];
  /** Rows of the sheet of sentences. */
  sentences: number;
  booksSheet: string;
  sentencesSheet: string;
  coversFolder: string;
  audioFolder: string;
  remove: () => Promise<void>;
}

/**
 * Creates the input of an import of the real catalogue's first books: their rows, their rows of the sheet of sentences,
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
  const ofBooks = new Set(bids);
  const everySentence = await firstRows('words-and-sentences.xlsx', sentencesTitle, 20_000);
  const sentences = everySentence.filter(([bid = '']) => ofBooks.has(bid));
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
    sentences: sentences.length,
    booksSheet,
    sentencesSheet:
      sentences.length === everySentence.length
        ? path.join(sharedData, 'words-and-sentences.xlsx')
        : await saved(path.join(folder, 'sentences.xlsx'), [['bid', 'word', 'sentence', 'mdr_targeted'], ...sentences]),
    coversFolder,
    audioFolder,
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

async function saved(file: string, rows: string[][]): Promise<string> {
  await writeFile(file, writeXlsx(Readable.from(rows), { sheet: sentencesTitle }));
  return file;
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
