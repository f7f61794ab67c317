import type { Locale } from '#kernel/i18n/locale.ts';

/**
 * How far the texts of a language are: all there, some missing, none at all, or all there but saved before the English
 * changed.
 */
export type LocaleState = 'complete' | 'begun' | 'empty' | 'outdated';

export type LocaleStates = Record<Locale, LocaleState>;
