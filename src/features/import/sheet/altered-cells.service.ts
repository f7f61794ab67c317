import { cutText } from '#kernel/text/cut-text.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import { countAltered, listAltered } from '../record/altered-cells.store.ts';
import type { AlteredState } from '../rules/sheet-notes.contract.ts';
import { findLetters } from './import-preview.service.ts';

const named = 20;
const shownText = 40;

/** The cells that a spreadsheet seems to have changed, the first of them with both texts. */
export async function showAltered(ctx: Context, importIdx: number): Promise<AlteredState> {
  const count = await countAltered(ctx.db, importIdx);
  if (count === 0) return { count, first: [] };
  const letter = await findLetters(ctx, importIdx);
  const first = await listAltered(ctx.db, importIdx, named);
  return {
    count,
    first: first.map(({ row_no, field, text, now }) => ({
      cell: `${letter(field)}${row_no}`,
      text: cutText(text, shownText),
      now: cutText(now, shownText),
    })),
  };
}
