import type { Context } from '#kernel/work/context.ts';
import { codeEntity } from './code.rules.ts';

/** The kind of change that tells in which batch codes changed; screens follow {@link codeEntity}. */
const changedIn = 'code.changed';

// More than anyone looks up one by one. Each is a row.
const mostNamed = 100;

/** Tells that codes of these batches changed. Of very many batches only some are named. */
export function notifyCodesChanged(ctx: Pick<Context, 'changed'>, batches: Iterable<number>): void {
  ctx.changed(codeEntity);
  for (const cg_idx of [...batches].slice(0, mostNamed)) ctx.changed(changedIn, cg_idx);
}
