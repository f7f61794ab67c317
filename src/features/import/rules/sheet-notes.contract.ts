import { z } from 'zod';

/** What people see in a sheet beside its cells, as far as it is still open. */
export const NotesState = z.object({
  /** Hidden rows that are not excluded. */
  hidden_rows: z.int(),
  /** The letters of hidden columns that are read. */
  hidden_columns: z.array(z.string()),
  /** Rows that are empty in every known column, and were ignored. */
  ignored_rows: z.object({ count: z.int(), first: z.array(z.int()) }),
  /** Empty cells that are merged with one that has a text. */
  merged: z.object({ count: z.int(), first: z.array(z.object({ cell: z.string(), with: z.string() })) }),
});

/** Cells that are what a spreadsheet makes of the book's text, as far as they are still to be written. */
export const AlteredState = z.object({
  count: z.int(),
  first: z.array(z.object({ cell: z.string(), text: z.string(), now: z.string() })),
});
export type AlteredState = z.output<typeof AlteredState>;
export type NotesState = z.output<typeof NotesState>;
