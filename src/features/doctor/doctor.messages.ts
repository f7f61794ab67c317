import { defineMessages } from '#kernel/messages/messages.ts';
import { en } from './messages/en.ts';
import { es } from './messages/es.ts';
import { jp } from './messages/jp.ts';
import { ko } from './messages/ko.ts';
import { tr } from './messages/tr.ts';

export const doctorMessages = defineMessages({
  en,
  es,
  jp,
  ko,
  tr,
  causes: {
    'doctor.late': 'A check took longer than ten seconds',
    'doctor.unknown': 'A check needs the database, which does not answer',
    'doctor.failed': 'A check ended with an error of its own, which follows',
    'doctor.storage_failed': 'The check could not write, read and remove a file; the reason follows',
  },
});

export type DoctorWords = typeof doctorMessages.words;
