import type { FieldProblem } from '#kernel/messages/errors.ts';
import type { Locale } from '#kernel/messages/locale.ts';

/** Who can translate texts, by the shape of its calls; `openai` is any server with its chat completions. */
export const providers = ['deepl', 'google', 'libretranslate', 'openai'] as const;
export type ProviderName = (typeof providers)[number];

/** What the setting of the provider says: one of them, or none. */
export const providerChoices = ['off', ...providers] as const;

/** The usual address of each, and whether it works without a key. */
export const usual: Readonly<Record<ProviderName, { url: string; needsKey: boolean }>> = {
  deepl: { url: 'https://api-free.deepl.com/v2', needsKey: true },
  google: { url: 'https://translation.googleapis.com/language/translate/v2', needsKey: true },
  libretranslate: { url: 'https://libretranslate.com', needsKey: false },
  openai: { url: 'https://api.openai.com/v1', needsKey: false },
};

export const draftEntity = 'draft';

export const draftsHref = '/draft';

/** The kinds of records whose texts can be drafted. */
export const draftKinds = ['collection'] as const;

/** What can be seen of a draft: the provider works on it, it waits for a person, or there is none. */
export const shownStates = ['running', 'waiting', 'refused'] as const;

/** As many records as a page of a list shows at most. */
export const mostRecords = 200;

/** Why there is no draft: a key of the feature's messages, and its values. */
export type DraftProblem = FieldProblem;

/** A text to be drafted, and where it belongs. */
export interface DraftOf {
  id: string;
  field: string;
  locale: Locale;
}

/** A million characters, which providers have prices for. */
const priced = 1_000_000;

/** What characters cost at a price for a million, as a decimal; null if nobody has entered the price. */
export const costOf = (characters: number, price: string | null): string | null =>
  price === null ? null : ((Number(price) * characters) / priced).toFixed(4);

/** Puts items in groups of at most so many, and of at most so many characters unless one alone has more. */
export function grouped<T extends { characters: number }>(
  items: readonly T[],
  { texts, characters }: { texts: number; characters: number },
): T[][] {
  const groups: T[][] = [];
  let room = 0;
  for (const item of items) {
    const last = groups.at(-1);
    if (last && last.length < texts && item.characters <= room) last.push(item);
    else {
      groups.push([item]);
      room = characters;
    }
    room -= item.characters;
  }
  return groups;
}

/** What a trial translates: with a placeholder, which must stay. */
export const trialText = 'Each page of this book can be read aloud. {title} tells the reader how.';

/** What became of drafts, as far as it is known; `used`: another text stands in their place now. */
export const outcomes = ['waiting', 'used', 'dropped', 'refused'] as const;
export type DraftOutcome = (typeof outcomes)[number];
