import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CodeWords } from '#features/code/code.public.ts';
import { batchEntity } from '#features/code/code-batch.public.ts';
import type { DeliveryForm } from '#features/delivery/delivery.public.ts';
import { codesTitle, namesOf } from '#features/delivery/delivery.public.ts';
import type { Write } from '#kernel/http/api-handlers.ts';
import { sendExport, sheetOf } from '#kernel/http/export.ts';
import { timeValues } from '#kernel/sheets/sheet-value.ts';
import type { Context } from '#kernel/work/context.ts';
import { getBatch } from '../batch.service.ts';
import { countDelivered, type DeliveredCode, readDelivered } from './going-codes.read.ts';
import { planFor } from './quantity.read.ts';

interface ListCall {
  ctx: Context;
  write: Write;
  request: FastifyRequest;
  reply: FastifyReply;
}

/**
 * Sends the delivered codes that a lower quantity would withdraw. All of them left before, so the file is no delivery of
 * them; the audit trail tells who took it.
 */
export async function sendWithdrawalList(
  { ctx, write, request, reply }: ListCall,
  { cg_idx, count, as }: { cg_idx: number; count: number; as: Exclude<DeliveryForm, 'pdf'> },
): Promise<Readable> {
  const t = ctx.translate<CodeWords>();
  const batch = await getBatch(ctx, cg_idx);
  const planned = await planFor(ctx, cg_idx, Math.max(0, batch.count - count));
  const takings = (await countDelivered(ctx, cg_idx, planned)).filter(({ delivered }) => delivered > 0);
  const codes = takings.reduce((sum, { delivered }) => sum + delivered, 0);
  if (codes > 0 && request.method !== 'HEAD')
    await write(async (to) =>
      to.audit({ entity: batchEntity, id: cg_idx, action: `${batchEntity}.delivered`, after: { codes, as } }),
    );
  const time = timeValues(ctx.timeZone);
  const sheet = sheetOf<DeliveredCode>(
    [
      [t('code.field_code'), ({ code }) => code],
      [t('code.field_lot'), ({ lot }) => lot],
      [t('code.field_customer'), ({ to }) => to],
      [t('code.field_delivered_at'), ({ at }) => time(String(at))],
    ],
    codes,
    readDelivered(ctx, cg_idx, takings),
  );
  const title = codesTitle(await namesOf(ctx, [{ cg_idx }]));
  return sendExport({ ctx, reply }, { title, sheet: 'codes', as, ...sheet });
}
