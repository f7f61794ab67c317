import { codeAlphabet, codeForm, findCode, readCode } from '#features/code/code.public.ts';
import { plainForm } from '#kernel/text/text-forms.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import type { Card } from './card.contract.ts';
import { findCodeCard } from './code-card.service.ts';
import { findEventCard } from './event-card.service.ts';
import { findLearnerCard, isLearner } from './learner-card.service.ts';

/** The code that a text may be, in any spelling. */
export function codeIn(text: string): string | undefined {
  const code = readCode(text);
  return codeForm.test(code) ? code : undefined;
}

/** The card of what is there: a code of a batch or of an event, or a learner. */
export async function findCard(ctx: Context, text: string): Promise<Exclude<Card, { kind: 'unknown' }> | undefined> {
  const code = codeIn(text);
  const ofCode = code && ((await findCodeCard(ctx, code)) ?? (await findEventCard(ctx, code)));
  return ofCode || findLearnerCard(ctx, text);
}

/** The address of the card of a text, for the finder; null if a text is not one thing as a whole. */
export async function findCardHref(ctx: Context, text: string): Promise<string | null> {
  const code = codeIn(text);
  const isOne =
    (code && (isMeantAsCode(text) || (await findCode(ctx.db, code)) !== undefined)) || (await isLearner(ctx, text));
  return isOne ? `/card?${new URLSearchParams({ text })}` : null;
}

/**
 * Whether a text that is no known code was meant as one. Twelve letters may be words that somebody searches for, so a
 * code has a digit or is written in groups of four; and with two letters that no code has, it is more than a slip away.
 */
function isMeantAsCode(text: string): boolean {
  const strange = Array.from(readCode(text)).filter((character) => !codeAlphabet.includes(character));
  const isWritten =
    /\p{Nd}/u.test(text) || /^[^A-Z0-9]*([A-Z0-9]{4}[^A-Z0-9]+){2}[A-Z0-9]{4}[^A-Z0-9]*$/i.test(plainForm(text));
  return isWritten && strange.length <= 1;
}
