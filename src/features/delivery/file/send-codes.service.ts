import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CodeFilter } from '#features/code/code-find.public.ts';
import { countOf, exportCodes } from '#features/code/code-find.public.ts';
import type { Write } from '#kernel/http/api-handlers.ts';
import { sendBlocks, sendExport } from '#kernel/http/export.ts';
import type { Context } from '#kernel/work/context.ts';
import type { PrintLayout } from '../print/print.rules.ts';
import { printCodes, requirePrintable } from '../print/print.service.ts';
import { printerSheet } from '../print/printer-sheet.ts';
import type { DeliveryForm } from './delivery.contract.ts';
import { recordDelivery } from './delivery.service.ts';
import { namesOf } from './file-name.read.ts';
import { codesTitle } from './file-name.rules.ts';

interface SendCall {
  ctx: Context;
  write: Write;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** A file of codes: which, and in which form. */
interface CodesFile {
  filter: CodeFilter;
  as: DeliveryForm;
  /** How they are printed, with `as: 'pdf'`. */
  layout: PrintLayout;
  /** The sheet is for a printer, who makes cards from it. */
  isForPrinter: boolean;
}

/** Sends the codes of a filter as a file, recorded as a delivery of each batch in it. */
export async function sendCodes(call: SendCall, file: CodesFile): Promise<Readable> {
  const { ctx, reply } = call;
  const { filter, as, layout, isForPrinter } = file;
  const { matching, sent, ...sheet } = await exportCodes(ctx, filter);
  if (as === 'pdf') requirePrintable(matching);
  const title = codesTitle(await namesOf(ctx, matching));
  const recorded = await recordDelivery(call, { as, filter, matching, sent });
  const codes = { filter, matching, sent };
  const rows = isForPrinter ? printerSheet(ctx, codes) : sheet;
  const batches = recorded(rows.batches);
  if (as !== 'pdf') return sendExport({ ctx, reply }, { title, sheet: 'codes', as, ...rows, batches });
  void reply.header('x-total-count', countOf(matching));
  return sendBlocks({ ctx, reply }, { title, as, blocks: recorded(printCodes(ctx, { ...codes, layout })) });
}
