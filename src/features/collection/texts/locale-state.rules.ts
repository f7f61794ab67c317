import type { Locale } from '#kernel/messages/locale.ts';

/** The state of a language's texts: all there, some missing, none, or all there but older than the English. */
export type LocaleState = 'complete' | 'begun' | 'empty' | 'outdated';

export type LocaleStates = Record<Locale, LocaleState>;
