import { batchEntity, codeMessages } from '#features/code/code-batch.public.ts';
import { changeRecord, getRecord, type RecordKind } from '#kernel/records/change-record.ts';
import type { Context } from '#kernel/work/context.ts';
import { today } from '#kernel/work/days.ts';
import type { Handed } from './lot.contract.ts';
import { lotEntity, lotId } from './lot.rules.ts';
import {
  addMissingLot,
  findLotDelivery,
  type LotDelivery,
  type LotKey,
  lockLotDelivery,
  updateLotDelivery,
} from './lot.store.ts';

const kind: RecordKind<LotKey, LotDelivery> = {
  entity: lotEntity,
  missing: () => codeMessages.error(404, 'code.lot_not_found'),
  find: findLotDelivery,
  lock: lockLotDelivery,
  id: lotId,
  audited: ({ handed_to, handed_on }) => ({ handed_to, handed_on }),
  partOf: ({ cg_idx }) => ({ entity: batchEntity, id: cg_idx }),
};

/** To whom a lot was delivered; 404 if the batch has no such lot. */
export const getLotDelivery = (ctx: Context, key: LotKey): Promise<LotDelivery> => getRecord(ctx, kind, key);

/** Says to whom and on which day a lot was delivered, or that it was not; 422 for one without the other, or a day to come. */
export async function handLot(ctx: Context, key: LotKey, { version, ...given }: Handed): Promise<LotDelivery> {
  await addMissingLot(ctx, key);
  return changeRecord(ctx, kind, key, {
    version,
    check: (before) => requireBoth(ctx, { ...before, ...given }),
    values: given,
    write: (differing) => updateLotDelivery(ctx, key, differing),
  });
}

function requireBoth(
  ctx: Context,
  { handed_to: to, handed_on: on }: Pick<LotDelivery, 'handed_to' | 'handed_on'>,
): void {
  if ((to === '') !== (on === ''))
    throw codeMessages.errorWith(422, 'code.handed_both', { field: to === '' ? 'handed_to' : 'handed_on' });
  if (on > today(ctx)) throw codeMessages.errorWith(422, 'code.handed_ahead', { field: 'handed_on' });
}
