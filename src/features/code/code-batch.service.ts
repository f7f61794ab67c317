import { inSeconds } from '#kernel/text/seconds.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import { codeMessages } from './code.messages.ts';

/** Refuses a batch that is not there; of one that is, returns how far it has come. */
export async function requireBatch({ db }: Context, cg_idx: number): Promise<{ status: string }> {
  const found = db.selectFrom('code_batch').select('status').where('cg_idx', '=', cg_idx);
  const batch = await found.executeTakeFirst();
  if (!batch) throw codeMessages.error(404, 'code.batch_not_found');
  return batch;
}

/** Refuses instead of waiting for the job that holds the batch while issuing its codes. */
export async function requireSettled(ctx: Context, cg_idx: number): Promise<void> {
  const { status } = await requireBatch(ctx, cg_idx);
  if (status === 'issuing') throw codeMessages.error(409, 'code.batch_issuing');
}

/** Refuses an end of validity that has passed: nobody could use the codes. */
export function requireEndAhead(ctx: Context, valid_until: number): void {
  if (valid_until > 0 && valid_until <= inSeconds(ctx.now))
    throw codeMessages.errorWith(422, 'code.over_already', { field: 'valid_until' });
}
