import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { codeMessages } from '#features/code/code-batch.public.ts';
import { exportCodes } from '#features/code/code-find.public.ts';
import type { Write } from '#kernel/http/api-handlers.ts';
import { exportLane, sendBlocks, sendExport } from '#kernel/http/export.ts';
import type { Context } from '#kernel/work/context.ts';
import type { DeliveryForm } from '../file/delivery.contract.ts';
import { recordDelivery } from '../file/delivery.service.ts';
import { namesOf } from '../file/file-name.read.ts';
import { codesTitle } from '../file/file-name.rules.ts';
import type { PrintLayout } from '../print/print.rules.ts';
import { printCodes, requirePrintable } from '../print/print.service.ts';
import { countDownload, isLinkOpen, type OpenedLink } from './partner-link.store.ts';

/** What a partner downloads: the unused codes, or all of the quantity with their state. */
interface PartnerFile {
  as: DeliveryForm;
  layout: PrintLayout;
  of: 'unused' | 'all';
}

// Downloads of partners take turns with each other and never with those of staff: whoever has a link must not be able to
// keep staff waiting.
const lane = exportLane(1);

// How many files one link may be sending in this process, and when to try again with more. Seconds.
const filesOfLink = 3;
const retryAfter = 10;
const sending = new Map<number, number>();

/** Counts a file of a link, refuses one too many, and returns what ends it. */
function beginFile(linkIdx: number): () => void {
  const running = sending.get(linkIdx) ?? 0;
  if (running >= filesOfLink) throw codeMessages.errorWith(429, 'code.partner_busy', { retryAfter });
  sending.set(linkIdx, running + 1);
  return () => {
    const left = (sending.get(linkIdx) ?? 1) - 1;
    if (left > 0) sending.set(linkIdx, left);
    else sending.delete(linkIdx);
  };
}

const closed = (): Error => codeMessages.error(410, 'code.partner_closed');

interface PartnerCall {
  ctx: Context;
  write: Write;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Sends the codes of a link's batch. The download is counted and recorded first; a link closed meanwhile ends the file. */
export async function sendPartnerFile(call: PartnerCall, link: OpenedLink, wanted: PartnerFile): Promise<Readable> {
  const end = beginFile(link.link_idx);
  try {
    return (await recordedFile(call, link, wanted)).once('close', end);
  } catch (error) {
    end();
    throw error;
  }
}

async function recordedFile(
  { ctx, write, request, reply }: PartnerCall,
  { link_idx, cg_idx }: OpenedLink,
  { as, layout, of }: PartnerFile,
): Promise<Readable> {
  const filter = { cg_idx, status: of === 'unused' ? ('valid' as const) : ('quantity' as const) };
  const { matching, batches, sent, ...sheet } = await exportCodes(ctx, filter);
  if (as === 'pdf') requirePrintable(matching);
  const title = codesTitle(await namesOf(ctx, matching));
  const alongside = async (to: Context) => {
    if (!(await countDownload(to, link_idx))) throw closed();
  };
  const recorded = await recordDelivery({ ctx, write, request }, { as, filter, matching, sent, alongside });
  const isOpen = () => isLinkOpen(ctx, link_idx);
  const call = { ctx, reply, lane };
  if (as !== 'pdf') {
    const guarded = recorded(whileOpen(batches, isOpen));
    return sendExport(call, { title, sheet: 'codes', as, ...sheet, batches: guarded });
  }
  const pages = printCodes(ctx, { filter, matching, sent, layout });
  return sendBlocks(call, { title, as, blocks: recorded(whileOpen(pages, isOpen)) });
}

// How soon a revoked link ends a download that is under way. Milliseconds.
const checkMs = 1000;

async function* whileOpen<T>(parts: AsyncIterable<T>, isOpen: () => Promise<boolean>): AsyncGenerator<T> {
  let checked = performance.now();
  for await (const part of parts) {
    if (performance.now() - checked >= checkMs) {
      if (!(await isOpen())) throw closed();
      checked = performance.now();
    }
    yield part;
  }
}
