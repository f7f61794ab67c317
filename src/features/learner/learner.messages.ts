import { defineMessages } from '#kernel/messages/messages.ts';
import { erasureMessages } from './erasure/erasure.messages.ts';
import { en } from './messages/en.ts';
import { es } from './messages/es.ts';
import { jp } from './messages/jp.ts';
import { ko } from './messages/ko.ts';
import { tr } from './messages/tr.ts';

export const learnerMessages = defineMessages({
  en: { ...en, ...erasureMessages.en },
  es: { ...es, ...erasureMessages.es },
  jp: { ...jp, ...erasureMessages.jp },
  ko: { ...ko, ...erasureMessages.ko },
  tr: { ...tr, ...erasureMessages.tr },
  causes: {
    'learner.tries_failed': 'Heading of the reason why refused tries were not shown',
    'learner.days_or_until': 'An extension names both days and an end, or neither (422)',
    'learner.until_past': 'An extension ends before now (422)',
    'learner.ends_failed':
      'Heading of the reason why registrations were not extended, cancelled, restored or given again',
    'learner.erase_failed': 'Heading of the reason why a learner was not erased',
    'learner.phrase_wrong': 'The typed confirmation of an erasure is not `I understand` (422)',
    'learner.memo_has_id': 'The memo of an erasure has the learner ID in it (422)',
    'learner.is_erased': 'A learner who has been erased is to be erased again (409)',
    'learner.nothing_stored': 'A learner is to be erased of whom nothing is stored (404)',
    'learner.is_same': 'A learner is to be moved or merged into the same ID (422)',
    'learner.move_failed': 'Heading of the reason why registrations were not moved',
    'learner.no_id': 'The address of a call names neither a reference nor an ID of 1 to 128 characters (422)',
    'learner.not_found': 'The address of a page has no reference of this installation (404)',
  },
});

export type LearnerWords = typeof learnerMessages.words;
