import { sheetMessages } from '../sheets/sheet-messages.ts';
import { storageMessages } from '../storage/storage-messages.ts';
import { en } from './common/en.ts';
import { es } from './common/es.ts';
import { jp } from './common/jp.ts';
import { ko } from './common/ko.ts';
import { tr } from './common/tr.ts';
import { defineMessages } from './messages.ts';

/** The messages that every screen may use, beside those of its own feature. */
export const commonMessages = defineMessages({
  en: { ...en, ...sheetMessages.en, ...storageMessages.en },
  es: { ...es, ...sheetMessages.es, ...storageMessages.es },
  jp: { ...jp, ...sheetMessages.jp, ...storageMessages.jp },
  ko: { ...ko, ...sheetMessages.ko, ...storageMessages.ko },
  tr: { ...tr, ...sheetMessages.tr, ...storageMessages.tr },
});
