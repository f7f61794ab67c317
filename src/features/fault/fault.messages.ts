import { defineMessages } from '#kernel/messages/messages.ts';
import { en } from './messages/en.ts';
import { es } from './messages/es.ts';
import { jp } from './messages/jp.ts';
import { ko } from './messages/ko.ts';
import { tr } from './messages/tr.ts';

export const faultMessages = defineMessages({
  en,
  es,
  jp,
  ko,
  tr,
  causes: {
    'fault.dismiss_failed': 'Heading of the reason why nothing was dismissed',
    'fault.epub_failed': 'The name of a kind of fault',
    'fault.fix_failed': 'Heading of the reason why nothing was fixed',
    'fault.ids_or_all': 'A call names both records and all of them, or neither (400)',
    'fault.no_fix': 'A kind of fault is to be fixed for which only people can say what is right (409)',
    'fault.not_found': 'There is no such kind of fault (404)',
    'fault.restore_failed': 'Heading of the reason why dismissals were not taken back',
    'fault.refused': 'Beside a count of records that a fix left as they are',
  },
});

export type FaultWords = typeof faultMessages.words;
