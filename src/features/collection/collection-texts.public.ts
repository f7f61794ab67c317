export { cleanTexts } from './collection-texts.service.ts';
export type { LocaleState, LocaleStates } from './texts/locale-state.rules.ts';
export { type LocaleTexts, readLocaleTexts, type TextChange } from './texts/locale-texts.read.ts';
export type { MadeOf } from './texts/paragraphs.service.ts';
export { madeOf } from './text-origin.store.ts';
export { noTextsIn, reviewTexts } from './texts/review.service.ts';
export { saveTexts } from './texts/save-texts.service.ts';
export { travellingTexts } from './texts/travelling-texts.read.ts';
export { findWriter, isBehind, isOlder, isWritten, lacksText, statesOf } from './texts/written-texts.read.ts';
