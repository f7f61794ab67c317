import { doubtsOf } from '#features/code/code.public.ts';
import type { Context } from '#kernel/work/context.ts';
import type { EventWords } from './event.messages.ts';

/** What the form says of a code while it is typed, for the answer of a call; undefined if nothing. */
export function doubtsAbout(ctx: Context, code: string): { field: 'code'; message: string }[] | undefined {
  const { isNumber, misread } = doubtsOf(code);
  const t = ctx.translate<EventWords>();
  const messages = [
    ...(isNumber ? [t('event.code_number')] : []),
    ...(misread.length > 0 ? [t('event.code_misread', { characters: misread.join(', ') })] : []),
  ];
  return messages.length > 0 ? messages.map((message) => ({ field: 'code', message })) : undefined;
}
