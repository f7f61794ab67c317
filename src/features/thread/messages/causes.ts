import type { en } from './en.ts';

export const causes: Partial<Record<keyof typeof en, string>> = {
  'thread.not_found': 'A thread that does not exist, or whose record was deleted, is opened or changed.',
  'thread.message_not_found': 'A message that does not exist or was deleted is edited or deleted.',
  'thread.no_record':
    'Threads are read or begun about a record that does not exist, or about a kind of record that has none.',
  'thread.no_field': 'A thread is begun about a field that this kind of record does not have.',
  'thread.no_colleague': 'A thread is handed to somebody who has no account or cannot log in.',
  'thread.day_passed': 'A thread is handed over until a day before today.',
  'thread.full': 'A reply is sent to a thread with 500 messages.',
  'thread.not_yours': 'Somebody edits a message of another person.',
  'thread.too_late': 'A message is edited more than ten minutes after it was sent.',
};
