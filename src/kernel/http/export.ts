import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { writeCsvBatches } from '../sheets/csv-write.ts';
import type { SheetValue } from '../sheets/sheet-value.ts';
import { writeXlsx } from '../sheets/xlsx-write.ts';
import { attachment } from '../storage/content-disposition.ts';
import type { Context } from '../work/context.ts';
import { today } from '../work/days.ts';
import { TaskQueue } from '../work/task-queue.ts';

export const ExportFormat = z.enum(['csv', 'xlsx']);

/** Rows read in batches; no transaction or connection is held between them. */
export type Batches = AsyncIterable<readonly (readonly SheetValue[])[]>;

/** A list as a sheet to download. */
export interface SheetExport {
  /** The file name, before the date. */
  title: string;
  /** The name of the sheet in an .xlsx file; the title by default. */
  sheet?: string;
  as: z.output<typeof ExportFormat>;
  heading: readonly string[];
  /** The number of rows, if known in advance. */
  total?: number;
  batches: Batches;
}

/** What a sheet has in it. */
export type Sheet = Pick<SheetExport, 'heading' | 'total' | 'batches'>;

/** The columns of a sheet: the heading of each, and its cell of a row. */
export type SheetColumns<Row> = readonly (readonly [heading: string, cell: (row: Row) => SheetValue])[];

const mediaTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
  xml: 'application/xml; charset=utf-8',
  xlf: 'application/xliff+xml',
  zip: 'application/zip',
};

/** Content types of exports as sheets, for contracts. */
export const exportTypes = [mediaTypes.csv, mediaTypes.xlsx];

/** The content type of a file, by the end of its name. */
export const mediaTypeOf = (as: keyof typeof mediaTypes): string => mediaTypes[as];

/** The content type of a printed export. */
export const printType = mediaTypes.pdf;

/** The content type of an export as a message. */
export const messageType = mediaTypes.xml;

/** The content types of an export for translators: a sheet, a file, or a file for each language. */
export const translationTypes = [mediaTypes.xlsx, mediaTypes.xlf, mediaTypes.zip];

/**
 * Streams a list as a sheet; reading stops when the reader disconnects. `x-total-count` is the
 * number of rows, so that programs can show progress. Text that a spreadsheet would run as a formula is guarded.
 */
export function sendExport(call: ExportCall, sheet: SheetExport): Readable {
  const { title, as, total } = sheet;
  if (total !== undefined) void call.reply.header('x-total-count', total);
  return sendBlocks(call, { title, as, blocks: blocksOf(sheet) });
}

/** A sheet as the blocks of its file. */
export const blocksOf = (sheet: SheetExport): AsyncGenerator<Uint8Array> =>
  sheet.as === 'csv'
    ? writeCsvBatches(batchesOf(sheet))
    : writeXlsx(rowsOf(batchesOf(sheet)), { sheet: sheet.sheet ?? sheet.title });

interface ExportCall {
  ctx: Context;
  reply: FastifyReply;
  /** Whose turns it takes; those of staff by default. */
  lane?: TaskQueue;
}

/** A file to download that is written while it is sent. */
interface WrittenFile {
  /** The file name, before the date. */
  title: string;
  as: keyof typeof mediaTypes;
  blocks: AsyncGenerator<Uint8Array>;
}

/** Streams a file at the reader's pace, in turn with other exports. */
export function sendBlocks({ ctx, reply, lane = staffLane }: ExportCall, { title, as, blocks }: WrittenFile): Readable {
  void reply.type(mediaTypes[as]).header('content-disposition', attachment(`${title}-${today(ctx)}.${as}`));
  return Readable.from(inTurns(blocks, lane), { objectMode: false });
}

/**
 * A queue of exports that take turns with each other: so many of this process read and write at a time. The rows of more
 * would outlive each other in memory, and leave no time to other calls.
 */
export const exportLane = (atATime: number): TaskQueue => new TaskQueue(atATime, { longest: Number.POSITIVE_INFINITY });

const staffLane = exportLane(2);

// How many blocks, of about 64 KB before compression, an export writes in a turn.
const turnBlocks = 256;
// How soon an export whose reader takes nothing gives up its turn. Milliseconds.
const pauseMs = 500;

/** Exports take turns, so that all of them advance; nobody waits for the reader of another. */
async function* inTurns<T>(blocks: AsyncGenerator<T>, lane: TaskQueue): AsyncGenerator<T> {
  let turn: { leave: () => void; left: number } | undefined;
  const leave = () => {
    turn?.leave();
    turn = undefined;
  };
  try {
    for (;;) {
      if (turn && turn.left-- === 0) leave();
      turn ??= { leave: await lane.enter(), left: turnBlocks };
      const { done, value } = await blocks.next();
      if (done) return;
      const pause = setTimeout(leave, pauseMs);
      try {
        yield value;
      } finally {
        clearTimeout(pause);
      }
    }
  } finally {
    leave();
    await blocks.return(undefined);
  }
}

/** An empty sheet with these headings, to be filled in. */
export const template = (heading: readonly string[]): Sheet => ({
  heading,
  total: 0,
  batches: nothing(),
});

async function* nothing(): AsyncGenerator<never> {}

async function* batchesOf({ heading, batches }: SheetExport): AsyncGenerator<readonly (readonly SheetValue[])[]> {
  yield [heading];
  yield* batches;
}

async function* rowsOf(batches: Batches): AsyncGenerator<readonly SheetValue[]> {
  for await (const rows of batches) yield* rows;
}

/** A sheet of rows that are read in batches. */
export const sheetOf = <Row>(
  columns: SheetColumns<Row>,
  total: number,
  rows: AsyncIterable<readonly Row[]>,
): Sheet => ({
  heading: columns.map(([heading]) => heading),
  total,
  batches: mapRows(rows, (row) => columns.map(([, cell]) => cell(row))),
});

/** Converts each row of batches. */
export async function* mapRows<Row, Made>(
  batches: AsyncIterable<readonly Row[]>,
  make: (row: Row) => Made,
): AsyncGenerator<Made[]> {
  for await (const rows of batches) yield rows.map(make);
}

// How many rows are read or written at a time.
const part = 500;

/**
 * Reads the rows of records in batches, by keys that were read at the start, in list order: a record renamed meanwhile
 * is neither missed nor exported twice. `read` returns the rows of the given keys, in their order.
 */
export async function* byKeys<Row>(
  keys: readonly number[],
  read: (some: readonly number[]) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  for (let from = 0; from < keys.length; from += part) yield read(keys.slice(from, from + part));
}

/** Rows that are all in memory, in batches. */
export async function* inParts<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  for (let from = 0; from < rows.length; from += part) yield rows.slice(from, from + part);
}

/** Reads a list by keyset: each batch of `size` starts after the last row of the previous one. */
export async function* inBatches<Row>(
  size: number,
  read: (last: Row | undefined) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  let last: Row | undefined;
  for (;;) {
    const rows = await read(last);
    if (rows.length > 0) yield rows;
    if (rows.length < size) return;
    last = rows.at(-1);
  }
}
