import { defineMessages } from '#kernel/messages/messages.ts';
import { en } from './messages/en.ts';
import { es } from './messages/es.ts';
import { jp } from './messages/jp.ts';
import { ko } from './messages/ko.ts';
import { tr } from './messages/tr.ts';

export const learnerMessages = defineMessages({
  en,
  es,
  jp,
  ko,
  tr,
  causes: {
    'learner.tries_failed': 'Heading of the reason why refused tries were not shown',
    'learner.days_or_until': 'An extension names both days and an end, or neither (422)',
    'learner.until_past': 'An extension ends before now (422)',
    'learner.ends_failed':
      'Heading of the reason why registrations were not extended, cancelled, restored or given again',
    'learner.is_same': 'A learner is to be moved or merged into the same ID (422)',
    'learner.move_failed': 'Heading of the reason why registrations were not moved',
    'learner.no_id': 'The address of a call names neither a reference nor an ID of 1 to 128 characters (422)',
    'learner.not_found': 'The address of a page has no reference of this installation (404)',
  },
});

export type LearnerWords = typeof learnerMessages.words;
