import { columnMessages } from './common/column.messages.ts';
import { en } from './common/en.ts';
import { es } from './common/es.ts';
import { imageMessages } from './common/refused-image.messages.ts';
import { jp } from './common/jp.ts';
import { ko } from './common/ko.ts';
import { proposalMessages } from './common/proposal.messages.ts';
import { retentionMessages } from './common/retention.messages.ts';
import { sheetMessages } from './common/sheet.messages.ts';
import { spreadsheetFaultMessages } from './common/spreadsheet-fault.messages.ts';
import { storageMessages } from './common/storage.messages.ts';
import { tr } from './common/tr.ts';
import { uploadMessages } from './common/upload.messages.ts';
import { defineMessages } from './messages.ts';

/** The messages available to every screen, besides those of its own feature. */
export const commonMessages = defineMessages({
  en: {
    ...en,
    ...sheetMessages.en,
    ...spreadsheetFaultMessages.en,
    ...storageMessages.en,
    ...imageMessages.en,
    ...uploadMessages.en,
    ...columnMessages.en,
    ...proposalMessages.en,
    ...retentionMessages.en,
  },
  es: {
    ...es,
    ...sheetMessages.es,
    ...spreadsheetFaultMessages.es,
    ...storageMessages.es,
    ...imageMessages.es,
    ...uploadMessages.es,
    ...columnMessages.es,
    ...proposalMessages.es,
    ...retentionMessages.es,
  },
  jp: {
    ...jp,
    ...sheetMessages.jp,
    ...spreadsheetFaultMessages.jp,
    ...storageMessages.jp,
    ...imageMessages.jp,
    ...uploadMessages.jp,
    ...columnMessages.jp,
    ...proposalMessages.jp,
    ...retentionMessages.jp,
  },
  ko: {
    ...ko,
    ...sheetMessages.ko,
    ...spreadsheetFaultMessages.ko,
    ...storageMessages.ko,
    ...imageMessages.ko,
    ...uploadMessages.ko,
    ...columnMessages.ko,
    ...proposalMessages.ko,
    ...retentionMessages.ko,
  },
  tr: {
    ...tr,
    ...sheetMessages.tr,
    ...spreadsheetFaultMessages.tr,
    ...storageMessages.tr,
    ...imageMessages.tr,
    ...uploadMessages.tr,
    ...columnMessages.tr,
    ...proposalMessages.tr,
    ...retentionMessages.tr,
  },
});
