import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError } from '../messages/errors.ts';
import type { Actor } from '../work/actor.ts';
import type { Context } from '../work/context.ts';
import { daySeconds, type ShortLived } from '../work/short-lived.ts';

const name = 'idempotency-key';

/** The header of `idempotent` calls: 1 to 200 visible characters, new for each action. */
export const IdempotencyHeaders = z.looseObject({
  [name]: z
    .string()
    .regex(/^[!-~]{1,200}$/, 'invalid.idempotency_key')
    .optional()
    .describe('The same key with the same body answers the same, for a day, and does the work once'),
});

/** Stored answers go after a day. */
export const shortLivedAnswers: ShortLived = {
  table: 'idempotency',
  at: 'at',
  lifetime: daySeconds,
  index: 'idempotency__at_idx',
};

/**
 * Does the work of a call once per caller and key, in the transaction of the work. A second call waits for the first,
 * on any instance, and returns the same answer; a failed call leaves nothing and may be repeated. Throws 422 if the key
 * was used for another request.
 */
export async function once<T>(ctx: Context, request: FastifyRequest, act: () => Promise<T>): Promise<T> {
  const key = keyOf(request);
  if (key === undefined) return act();
  const entry = { caller: callerKey(ctx.actor), key };
  const hash = hashOf(request);
  const begun = await ctx.db
    .insertInto('idempotency')
    .values({ ...entry, request_hash: hash, at: ctx.now.toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst();
  if (begun) {
    const answer = await act();
    await ctx.db
      .updateTable('idempotency')
      .set({ answer: JSON.stringify(answer) })
      .where('caller', '=', entry.caller)
      .where('key', '=', key)
      .execute();
    return answer;
  }
  const stored = await ctx.db
    .selectFrom('idempotency')
    .select(['request_hash', 'answer'])
    .where('caller', '=', entry.caller)
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  if (!stored.request_hash.equals(hash)) throw new AppError(422, 'error.idempotency_key');
  return stored.answer as T;
}

/** The key of a call, if it has one. */
export function keyOf({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const key = headers[name];
  return typeof key === 'string' ? key : undefined;
}

/** The header of a call that is made under this key. */
export const headersOf = ({ key }: { key?: string | undefined }): Record<string, string> =>
  key === undefined ? {} : { [name]: key };

/** The caller as part of the key: two callers may choose the same key. */
function callerKey(actor: Actor): string {
  if ('staffIdx' in actor) return `staff:${actor.staffIdx}`;
  if ('keyIdx' in actor) return `key:${actor.keyIdx}`;
  throw new Error('callerKey: an idempotent call is declared public, so no caller can be stored in idempotency');
}

/** The request: its call, path, query and parsed body. */
function hashOf({ method, url, body }: FastifyRequest): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([method, url, body ?? null]))
    .digest();
}
