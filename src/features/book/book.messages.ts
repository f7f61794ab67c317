import { defineMessages } from '#kernel/i18n/messages.ts';
import { bookSettingWords } from './book-settings.messages.ts';
import { en } from './messages/en.ts';
import { es } from './messages/es.ts';
import { jp } from './messages/jp.ts';
import { ko } from './messages/ko.ts';
import { tr } from './messages/tr.ts';

export const bookMessages = defineMessages({
  en: { ...en, ...bookSettingWords.en },
  es: { ...es, ...bookSettingWords.es },
  jp: { ...jp, ...bookSettingWords.jp },
  ko: { ...ko, ...bookSettingWords.ko },
  tr: { ...tr, ...bookSettingWords.tr },
});

export type BookWords = typeof bookMessages.words;
