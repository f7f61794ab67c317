import type { CodeWords } from '#features/code/code.public.ts';
import { showCode } from '#features/code/code.public.ts';
import { type CodesOfFile, countOf, readExportedIn } from '#features/code/code-find.public.ts';
import type { SheetExport } from '#kernel/http/export.ts';
import type { SheetValue } from '#kernel/sheets/sheet-value.ts';
import type { Context } from '#kernel/work/context.ts';
import { findPrintedBatches } from './print.read.ts';
import { codeWriter } from './printed-code.ts';

/** The codes of a filter as a sheet from which a printer makes cards: what a card shows, one a row. */
export function printerSheet(ctx: Context, file: CodesOfFile): Pick<SheetExport, 'heading' | 'total' | 'batches'> {
  const t = ctx.translate<CodeWords>();
  return {
    heading: [
      t('code.field_code'),
      t('code.print_shown'),
      t('code.print_qr'),
      t('code.field_collection'),
      `${t('code.print_terms')} 1`,
      `${t('code.print_terms')} 2`,
    ],
    total: countOf(file.matching),
    batches: readRows(ctx, file),
  };
}

async function* readRows(ctx: Context, file: CodesOfFile): AsyncGenerator<SheetValue[][]> {
  const keys = file.matching.map(({ cg_idx }) => cg_idx);
  const [batches, write] = [await findPrintedBatches(ctx, keys, ctx.locale), await codeWriter(ctx)];
  for await (const exported of readExportedIn(ctx, file))
    yield exported.flatMap((one) => {
      const batch = batches.get(Number(one.terms.cg_idx));
      if (!batch) return [];
      const { code, qr, title, terms } = write(one, batch);
      return [[code, showCode(code), qr, title, ...terms.map(({ lines: said }) => said.join(' '))]];
    });
}
