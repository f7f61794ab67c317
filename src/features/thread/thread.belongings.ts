import { sql } from 'kysely';
import type { OwnedKind } from '#kernel/desk/belongings.ts';
import { recordIsThere } from './subjects.store.ts';
import { threadEntity, threadHref } from './thread.rules.ts';
import { excerptOf } from './thread-text.rules.ts';

const lastText = sql<string>`(
  select left(m.text, 200) from thread_message m where m.thread_idx = thread.thread_idx and m.deleted_at is null
  order by m.msg_idx desc limit 1)`;

/** What a person was asked to decide: an account that is closed hands it to somebody else. */
export const handedThreads: OwnedKind = {
  entity: threadEntity,
  label: 'thread.owned',
  table: 'thread',
  key: 'thread_idx',
  owner: 'handed_to',
  isOpen: () => sql<boolean>`resolved_at is null and ${lastText} is not null and ${recordIsThere('thread')}`,
  title: lastText,
  titleOf: (_ctx, text) => excerptOf(text),
  href: threadHref,
  // Who saw it with its former person has not seen this.
  sets: () => sql`version = version + 1`,
};
