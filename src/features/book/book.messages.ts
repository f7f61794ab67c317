import { defineMessages } from '#kernel/messages/messages.ts';
import { bookSettingWords } from './book-settings.messages.ts';
import { bulkWords } from './bulk/book-bulk.messages.ts';
import { contentWords } from './content/content.messages.ts';
import { contentRefusalWords } from './content/content-refusal.messages.ts';
import { accessibilityWords } from './epub-check/accessibility.messages.ts';
import { epubCheckWords } from './epub-check/epub-check.messages.ts';
import { imageWords } from './images/image.messages.ts';
import { en } from './messages/en.ts';
import { es } from './messages/es.ts';
import { jp } from './messages/jp.ts';
import { ko } from './messages/ko.ts';
import { tr } from './messages/tr.ts';
import { readinessWords } from './readiness/readiness.messages.ts';
import { sentenceWords } from './sentences/sentence.messages.ts';
import { unitInfoWords } from './unit-info/unit-info.messages.ts';
import { droppedAudioWords } from './words/dropped-audio.messages.ts';
import { pasteWords } from './words/paste.messages.ts';
import { wordWords } from './words/word.messages.ts';

export const bookMessages = defineMessages({
  en: {
    ...en,
    ...bookSettingWords.en,
    ...bulkWords.en,
    ...contentWords.en,
    ...contentRefusalWords.en,
    ...epubCheckWords.en,
    ...accessibilityWords.en,
    ...imageWords.en,
    ...readinessWords.en,
    ...unitInfoWords.en,
    ...wordWords.en,
    ...pasteWords.en,
    ...droppedAudioWords.en,
    ...sentenceWords.en,
  },
  es: {
    ...es,
    ...bookSettingWords.es,
    ...bulkWords.es,
    ...contentWords.es,
    ...contentRefusalWords.es,
    ...epubCheckWords.es,
    ...accessibilityWords.es,
    ...imageWords.es,
    ...readinessWords.es,
    ...unitInfoWords.es,
    ...wordWords.es,
    ...pasteWords.es,
    ...droppedAudioWords.es,
    ...sentenceWords.es,
  },
  jp: {
    ...jp,
    ...bookSettingWords.jp,
    ...bulkWords.jp,
    ...contentWords.jp,
    ...contentRefusalWords.jp,
    ...epubCheckWords.jp,
    ...accessibilityWords.jp,
    ...imageWords.jp,
    ...readinessWords.jp,
    ...unitInfoWords.jp,
    ...wordWords.jp,
    ...pasteWords.jp,
    ...droppedAudioWords.jp,
    ...sentenceWords.jp,
  },
  ko: {
    ...ko,
    ...bookSettingWords.ko,
    ...bulkWords.ko,
    ...contentWords.ko,
    ...contentRefusalWords.ko,
    ...epubCheckWords.ko,
    ...accessibilityWords.ko,
    ...imageWords.ko,
    ...readinessWords.ko,
    ...unitInfoWords.ko,
    ...wordWords.ko,
    ...pasteWords.ko,
    ...droppedAudioWords.ko,
    ...sentenceWords.ko,
  },
  tr: {
    ...tr,
    ...bookSettingWords.tr,
    ...bulkWords.tr,
    ...contentWords.tr,
    ...contentRefusalWords.tr,
    ...epubCheckWords.tr,
    ...accessibilityWords.tr,
    ...imageWords.tr,
    ...readinessWords.tr,
    ...unitInfoWords.tr,
    ...wordWords.tr,
    ...pasteWords.tr,
    ...droppedAudioWords.tr,
    ...sentenceWords.tr,
  },
});

export type BookWords = typeof bookMessages.words;
