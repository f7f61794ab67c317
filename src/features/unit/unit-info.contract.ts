import { z } from 'zod';
import { ExportFormat, exportTypes } from '#kernel/http/export.ts';
import { contract } from '#kernel/work/contract.ts';
import { idxNumber, success } from '#kernel/work/fields.ts';
import { longList } from '#kernel/work/long-list.ts';
import { maxUnits } from './unit-info.rules.ts';

/** A cell as received; the rules check whether it is valid. */
const cell = z
  .union([z.string().max(32_767), z.number()])
  .nullable()
  .optional();
export const UnitBody = z.strictObject({
  unit_title: cell,
  subunit_title: cell,
  subunit_id: cell,
  start_page: cell,
  game_content_id: cell,
  speakup_content_id: cell,
  laura_content_id: cell,
  laura_content_type: cell,
});
export type UnitBody = z.output<typeof UnitBody>;

const Unit = z.object({
  unit_title: z.string(),
  subunit_title: z.string(),
  subunit_id: z.string(),
  start_page: z.int(),
  game_content_id: z.string(),
  speakup_content_id: z.string(),
  laura_content_id: z.string(),
  laura_content_type: z.string(),
});

// 0 until the first save.
const unitVersion = z.int().min(0).max(2_147_483_647);

const UnitBodyOfBook = z.strictObject({
  bidx: idxNumber,
  bid: z.string().max(200),
  unitInfo: longList(UnitBody, { min: 1, max: maxUnits }),
  version: unitVersion.optional(),
  /** The columns chosen for the headings of a sheet in another layout, to be offered next time. */
  headings: z.record(z.string().max(200), z.string().max(64).nullable()).optional(),
});
export type UnitBodyOfBook = z.output<typeof UnitBodyOfBook>;

/** The units of a book; `version` is 0 until they are first saved. */
const UnitInfo = z.object({ unitInfo: z.array(Unit), version: unitVersion });
export type UnitInfo = z.output<typeof UnitInfo>;

const data = <T extends z.ZodType>(value: T) => z.object({ data: value });

export const unitInfoApi = contract({
  'GET /api/v5/book/unit': {
    summary: 'The units of a book, in sheet order',
    query: z.object({ bid: z.string().max(200) }),
    response: data(UnitInfo),
  },
  'POST /api/v5/book/unit': {
    summary: 'Replace the units of a book; all 8 columns of every row are required',
    body: UnitBodyOfBook,
    // The input is returned twice, as text to edit and as rows.
    bodyLimit: 2 << 20,
    bodyValues: 60_000,
    response: data(success.extend({ version: unitVersion })),
  },
  'POST /api/v5/book/unit/sheet': {
    summary: 'Read an .xlsx or .csv file of units without saving it; returns its rows, numbered as in the sheet',
    files: { file: 'one' },
    response: data(
      z.object({
        rows: z.array(z.object({ row: z.int(), cells: z.array(z.string()) })),
        /** What is hidden or merged in it; rows from 1, columns from 0; null if nothing is. */
        notes: z
          .object({
            hiddenRows: z.array(z.int()),
            hiddenColumns: z.array(z.int()),
            merged: z.array(z.object({ row: z.int(), column: z.int(), lastRow: z.int(), lastColumn: z.int() })),
          })
          .nullable(),
      }),
    ),
  },
  'GET /api/v5/book/unit/template': {
    summary: 'An empty sheet with the headings of unit info',
    query: z.object({ as: ExportFormat.default('xlsx') }),
    stream: exportTypes,
  },
  'DELETE /api/v5/book/unit/:bid': {
    summary: 'Delete all units of a book, if they are those of a version',
    params: z.object({ bid: z.string().max(200) }),
    body: z.strictObject({ version: unitVersion.optional() }).nullish(),
    response: data(success),
  },
});
