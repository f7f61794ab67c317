/**
 * How far the texts of a language are: all there, some missing, none at all, or all there but saved before the English
 * changed.
 */
export const localeStates = ['complete', 'begun', 'empty', 'outdated'] as const;
export type LocaleState = (typeof localeStates)[number];
