import { defineMessages } from '#kernel/messages/messages.ts';
import { accessibilityWords } from './messages/accessibility.messages.ts';
import { bulkWords } from './messages/book-bulk.messages.ts';
import { bookSettingWords } from './messages/book-settings.messages.ts';
import { contentWords } from './messages/content.messages.ts';
import { contentRefusalWords } from './messages/content-refusal.messages.ts';
import { droppedAudioWords } from './messages/dropped-audio.messages.ts';
import { en } from './messages/en.ts';
import { epubCheckWords } from './messages/epub-check.messages.ts';
import { es } from './messages/es.ts';
import { imageWords } from './messages/image.messages.ts';
import { jp } from './messages/jp.ts';
import { ko } from './messages/ko.ts';
import { pasteWords } from './messages/paste.messages.ts';
import { readinessWords } from './messages/readiness.messages.ts';
import { sentenceWords } from './messages/sentence.messages.ts';
import { tr } from './messages/tr.ts';
import { unitInfoWords } from './messages/unit-info.messages.ts';
import { wordWords } from './messages/word.messages.ts';

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
