import { setImmediate as nextTurn } from 'node:timers/promises';
import { codeMessages } from '#features/code/code-batch.public.ts';
import { type CodesOfFile, countOf, type MatchingBatch, readExportedIn } from '#features/code/code-find.public.ts';
import { Pdf } from '#kernel/pdf/pdf.ts';
import type { Context } from '#kernel/work/context.ts';
import { findPrintedBatches, type PrintedBatch } from './print.read.ts';
import { mostPrinted, type PrintLayout } from './print.rules.ts';
import { cornerOf, drawCuts, layouts, onPage } from './print-layouts.ts';
import { dayWriter, printText } from './print-texts.ts';
import { codeWriter } from './printed-code.ts';

/** What is printed, and how. */
interface Print extends CodesOfFile {
  layout: PrintLayout;
}

/** Refuses to print more than a file of pages holds. */
export function requirePrintable(matching: readonly MatchingBatch[]): void {
  const count = countOf(matching);
  if (count > mostPrinted) throw codeMessages.error(422, 'code.print_most', { most: mostPrinted, count });
}

/** The pages with the codes of a filter, written page by page; each batch begins on a page of its own. */
export async function* printCodes(ctx: Context, { layout: name, ...file }: Print): AsyncGenerator<Uint8Array> {
  const { filter, matching } = file;
  const layout = layouts[name];
  const size = onPage(layout);
  const batches = await findPrintedBatches(
    ctx,
    matching.map(({ cg_idx }) => cg_idx),
    ctx.locale,
  );
  const write = await codeWriter(ctx);
  const pdf = await Pdf.begin({
    title: [...batches.values()][0]?.batch ?? ctx.text('common.product'),
    locale: ctx.locale,
  });
  const pages = matching.reduce((sum, { found }) => sum + Math.ceil(found / size), 0);
  let page = 0;
  let batch: PrintedBatch | undefined;
  let of: MatchingBatch | undefined;
  // How many codes of the batch have been drawn.
  let drawn = 0;
  for await (const exported of readExportedIn(ctx, file)) {
    for (const code of exported) {
      const cg_idx = Number(code.terms.cg_idx);
      if (of?.cg_idx !== cg_idx) {
        of = matching.find((one) => one.cg_idx === cg_idx);
        batch = batches.get(cg_idx);
        drawn = 0;
      }
      if (!batch || !of) continue;
      if (drawn % size === 0) {
        yield pdf.taken();
        await nextTurn();
        pdf.addPage();
        if (layout.isCut) drawCuts(pdf, layout);
        // Codes may have come or gone since they were counted; the numbers on a page never contradict each other.
        const all = Math.max(of.found, drawn + 1);
        const figures = { first: drawn + 1, last: Math.min(drawn + size, all), all, page: ++page };
        if (name !== 'labels')
          await drawFoot(ctx, pdf, {
            batch,
            lot: filter.lot,
            ...figures,
            pages: Math.max(pages, page),
          });
      }
      pdf.open('Sect');
      await layout.draw(pdf, write(code, batch), cornerOf(layout, drawn % size));
      pdf.close();
      drawn++;
    }
  }
  if (page === 0) pdf.addPage();
  yield pdf.end();
}

interface Foot {
  batch: PrintedBatch;
  lot: number | undefined;
  first: number;
  last: number;
  all: number;
  page: number;
  pages: number;
}

/** What is on the page, for whoever packs it; below the last line of the cutter. */
async function drawFoot(ctx: Context, pdf: Pdf, { batch, lot, page, pages, ...numbers }: Foot): Promise<void> {
  const t = printText(ctx.locale);
  const style = { face: 'text', size: 6.5 } as const;
  const day = dayWriter(ctx.locale, ctx.timeZone)(ctx.now.getTime() / 1000);
  const names = { customer: batch.customer, batch: batch.batch, lot: String(lot ?? 'none') };
  const [what] = await pdf.fit(t('code.print_place', { ...names, ...numbers }), {
    face: 'text',
    sizes: [6.5, 5.5],
    width: 110,
    most: 1,
  });
  const which = await pdf.line(t('code.print_page', { page, pages, day }), style);
  const foot = { y: 291.5, color: '#6b655c' };
  pdf.artifact(() => {
    if (what) pdf.draw(what, { ...foot, x: 22 });
    pdf.draw(which, { ...foot, x: 188, align: 'right' });
  });
}
