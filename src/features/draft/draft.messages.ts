import { defineMessages } from '#kernel/messages/messages.ts';
import { en } from './messages/en.ts';
import { es } from './messages/es.ts';
import { jp } from './messages/jp.ts';
import { ko } from './messages/ko.ts';
import { tr } from './messages/tr.ts';

export const draftMessages = defineMessages({ en, es, jp, ko, tr });

export type DraftWords = typeof draftMessages.words;
