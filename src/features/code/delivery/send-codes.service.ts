import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Write } from '#kernel/http/api.ts';
import { sendBlocks, sendExport } from '#kernel/http/export.ts';
import type { Context } from '#kernel/work/context.ts';
import { exportCodes } from '../list/code-export.read.ts';
import type { CodeFilter } from '../list/code-filter.contract.ts';
import { type CodePlace, countOf } from '../list/code-places.read.ts';
import type { PrintLayout } from '../print/print.rules.ts';
import { printCodes, requirePrintable } from '../print/print.service.ts';
import type { DeliveryForm } from './delivery.contract.ts';
import { recordDelivery } from './delivery.service.ts';
import { codesTitle } from './file-name.rules.ts';

interface SendCall {
  ctx: Context;
  write: Write;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** A file of codes: which, and in which form. */
export interface CodesFile {
  filter: CodeFilter;
  as: DeliveryForm;
  /** How they are printed, with `as: 'pdf'`. */
  layout: PrintLayout;
}

/** Sends the codes of a filter as a file, recorded as a delivery of each batch in it. */
export async function sendCodes({ ctx, write, request, reply }: SendCall, file: CodesFile): Promise<Readable> {
  const { filter, as, layout } = file;
  const { places, ...sheet } = await exportCodes(ctx, filter);
  if (as === 'pdf') requirePrintable(places);
  const title = codesTitle(await findNames(ctx, places));
  // A HEAD request takes no codes out.
  if (request.method !== 'HEAD') await recordDelivery(ctx, write, { as, filter, places });
  if (as !== 'pdf') return sendExport({ ctx, reply }, { title, sheet: 'codes', as, ...sheet });
  void reply.header('x-total-count', countOf(places));
  return sendBlocks({ ctx, reply }, { title, as, blocks: printCodes(ctx, { filter, places, layout }) });
}

/** The customer and the batch of a file, if all its codes share them. */
async function findNames(ctx: Context, places: readonly CodePlace[]): Promise<{ cust_id?: string; batch?: string }> {
  const { rows } = await sql<{ cust_id: string | null; customers: number; batch: string | null }>`
    select min(u.cust_id) as cust_id, count(distinct u.cust_idx)::integer as customers, min(b.title) as batch
    from code_batch b join customer u on u.cust_idx = b.cust_idx
    where b.cg_idx = any(${places.map(({ cg_idx }) => cg_idx)}::integer[])`.execute(ctx.db);
  const [row] = rows;
  if (!row?.cust_id || row.customers > 1) return {};
  return { cust_id: row.cust_id, ...(places.length === 1 && row.batch !== null && { batch: row.batch }) };
}
