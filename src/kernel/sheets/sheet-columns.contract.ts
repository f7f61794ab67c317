import { z } from 'zod';
import { sheetLimits } from './sheet-rows.ts';

const row = z.int().min(0).max(sheetLimits.maxRows);

/** The question for a sheet with unknown headings: which of its columns holds which field. */
export const ColumnsState = z.object({
  /** 0 means none. */
  heading_row: row,
  /** The rows that may contain the headings, each with the beginning of its text. */
  rows: z.array(z.object({ row, text: z.string() })),
  columns: z.array(
    z.object({ index: z.int(), heading: z.string(), samples: z.array(z.string()), field: z.string().nullable() }),
  ),
  fields: z.array(z.object({ name: z.string(), label: z.string(), required: z.boolean() })),
});
export type ColumnsState = z.output<typeof ColumnsState>;

export const HeadingRow = z.object({ heading_row: z.coerce.number().pipe(row).optional() });

/** The answer: the heading row, and the field of each column from A on; null skips a column. */
export const ColumnsBody = z.strictObject({
  heading_row: row,
  fields: z.array(z.string().max(64).nullable()).min(1).max(sheetLimits.maxColumns),
});
