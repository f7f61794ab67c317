import { codeAlphabet, codeForm, findCode, readCode } from '#features/code/code.public.ts';
import { plainForm } from '#kernel/text/text-forms.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import { sealFilter } from '#kernel/work/sealed-filter.ts';
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

/** The address of the card of a text, for the finder; null if a text is not one thing as a whole. Only a code stands in it as typed. */
export async function findCardHref(ctx: Context, text: string): Promise<string | null> {
  const code = codeIn(text);
  if (code && (await findCode(ctx.db, code)) !== undefined) return cardHref({ text });
  const isOne = (code && isMeantAsCode(text)) || (await isLearner(ctx, text));
  return isOne ? cardHref(sealFilter(ctx.refs, sealedInCards, { text })) : null;
}

/** What of a card's address is a reference: the text, which may be the ID of a learner, or a guess. */
export const sealedInCards = ['text'];

const cardHref = (query: { text: string }) => `/card?${new URLSearchParams(query)}`;

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
