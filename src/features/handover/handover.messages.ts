import { defineMessages } from '#kernel/messages/messages.ts';
import { en } from './messages/en.ts';
import { es } from './messages/es.ts';
import { jp } from './messages/jp.ts';
import { ko } from './messages/ko.ts';
import { tr } from './messages/tr.ts';

export const handoverMessages = defineMessages({
  en,
  es,
  jp,
  ko,
  tr,
  causes: {
    'handover.still_active': 'The account is enabled (409)',
    'handover.not_active': 'Who is to take over is disabled or no administrator (422)',
    'handover.nothing': 'None of what is named belongs to the account (409)',
    'handover.unknown_kind': '`what` names a kind that there is not (422)',
    'handover.no_end': 'Only keys and links can be ended (422)',
    'handover.only_ends': 'A key that calls as its person is to be handed over (422)',
    'handover.to_or_end': 'A part names a person and the end (422)',
  },
});

export type HandoverWords = typeof handoverMessages.words;
