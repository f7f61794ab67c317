import { silentHash, tabHref } from '#features/book/book-tabs.public.ts';
import type { BookWords } from '#features/book/book-words.public.ts';

export interface RequirementRule {
  /** The message key of its name. */
  label: keyof BookWords;
  /** The screen where it is met, and the message key of the link; absent where the card's own control does it all. */
  link?: { href: (bid: string) => string; label: keyof BookWords };
}

/**
 * What a book needs before it is ready for readers, in the order of its card. A further one is a line here, a line in
 * `missing_in` (see db/schema.sql) with a trigger on its table, its values in readiness.read.ts, and its messages.
 */
export const requirements = {
  cover: { label: 'book.cover' },
  previews: { label: 'book.previews' },
  content: { label: 'book.content' },
  epub: { label: 'book.field_epub_check', link: { href: (bid) => tabHref(bid, 'content'), label: 'book.mend_epub' } },
  words: { label: 'book.words', link: { href: (bid) => tabHref(bid, 'words'), label: 'book.mend_words' } },
  audio: {
    label: 'book.field_audio',
    link: { href: (bid) => `${tabHref(bid, 'words')}#${silentHash}`, label: 'book.mend_audio' },
  },
  level: { label: 'book.group_level' },
  age_group: {
    label: 'book.field_age_group',
    link: { href: (bid) => `/book/update/${bid}#place`, label: 'book.mend_age_group' },
  },
} as const satisfies Record<string, RequirementRule>;

export type Requirement = keyof typeof requirements;

export const requirementKeys = Object.keys(requirements) as Requirement[];

/** How ready a book is: nothing is missing, one thing is, or at least one. */
export const readinessStates = ['ready', 'nearly', 'unready'] as const;

export type ReadinessState = (typeof readinessStates)[number];

/** The number of books that lack something, by what they lack. */
export type MissingFigures = Record<`no_${Requirement}`, number>;

/** Nothing is missing. */
export const noneMissing = Object.fromEntries(requirementKeys.map((key) => [`no_${key}`, 0])) as MissingFigures;
