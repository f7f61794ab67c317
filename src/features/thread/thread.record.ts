import { sql } from 'kysely';
import { textMatches } from '#kernel/db/text-search.ts';
import type { RecordHit } from '#kernel/records/found-records.ts';
import type { RecordPart } from '#kernel/records/record-parts.ts';
import type { RecordDeclaration, Records } from '#kernel/records/records.ts';
import type { Context } from '#kernel/work/context.ts';
import { every } from '#kernel/work/filter.ts';
import { subjectKinds } from './subjects.store.ts';
import { countOpen, countOpenByField, findThreadsByKey, namesOfThreads, recordsOf } from './thread.read.ts';
import { fieldsOf } from './thread.service.ts';
import { recordThreadsHref, threadEntity, threadHref } from './thread.rules.ts';
import { excerptOf } from './thread-text.rules.ts';

export const threadRecord = (records: Records): RecordDeclaration => ({
  kind: threadEntity,
  label: 'thread.kind',
  href: threadHref,
  titles: async (ctx, ids) => {
    const found = await findThreadsByKey(ctx, ids);
    const names = await namesOfThreads(ctx, records, found);
    return new Map([...names].map(([thread, name]) => [String(thread), name]));
  },
  find: { icon: 'comment', by: (ctx, text) => findThreads(ctx, records, text) },
  parts: [...subjectKinds.map((of) => partOf(of, records)), textPart],
  actions: {
    replied: 'thread.did_reply',
    edited: 'thread.did_edit',
    message_deleted: 'thread.did_delete',
    resolved: 'thread.did_resolve',
    reopened: 'thread.did_reopen',
    handed: 'thread.did_hand',
  },
  fields: {
    resolved: 'thread.field_resolved',
    handed_to: 'thread.field_handed_to',
    handed_until: 'thread.field_handed_until',
  },
  refs: { handed_to: () => 'staff' },
});

/** The button on the page of a record that opens its threads, and the marks at its fields. */
const partOf = (of: string, records: Records): RecordPart => ({
  of,
  atFields: {
    label: 'thread.heading',
    icon: 'comment',
    href: (id) => `${recordThreadsHref(of, id)}?field=`,
    fields: () => Object.keys(fieldsOf(records, of)),
    counts: (ctx, id) => countOpenByField(ctx, of, id),
  },
  act: {
    label: 'thread.heading',
    href: (id) => recordThreadsHref(of, id),
    icon: 'comment',
    pressedBy: 'C',
    count: async (ctx, id) => (await countOpen(ctx, of, [id])).get(id) ?? 0,
    counts: (ctx, ids) => countOpen(ctx, of, ids),
  },
});

/** The button beside a text of a collection in one language; the id is `C1 ko.title`. */
const textPart: RecordPart = {
  of: 'collection.text',
  act: {
    label: 'thread.heading',
    href: (id) => {
      const { cid, field } = readTextPart(id);
      return `${recordThreadsHref('collection', cid)}?field=${encodeURIComponent(field)}`;
    },
    count: async (ctx, id) => {
      const { cid, field } = readTextPart(id);
      return (await countOpen(ctx, 'collection', [cid], field)).get(cid) ?? 0;
    },
  },
};

function readTextPart(id: string): { cid: string; field: string } {
  const at = id.lastIndexOf(' ');
  return { cid: id.slice(0, at), field: id.slice(at + 1) };
}

// How many the finder shows next to records of other kinds.
const hits = 5;

/** The newest messages that have the words of a text. */
async function findThreads(ctx: Context, records: Records, text: string): Promise<RecordHit[]> {
  const { rows } = await sql<{ thread_idx: number; kind: string; record_key: string; field: string; text: string }>`
    select t.thread_idx, t.kind, t.record_key, t.field, m.text
    from (
      select max(msg_idx) as msg_idx from thread_message
      where deleted_at is null and ${every(textMatches(sql`strip(text)`, text))}
      group by thread_idx order by 1 desc limit ${hits}) found
    join thread_message m using (msg_idx) join thread t using (thread_idx)
    order by m.msg_idx desc`.execute(ctx.db);
  const found = await recordsOf(ctx, rows);
  const names = await namesOfThreads(ctx, records, found);
  return found.map(({ thread_idx, text: message }) => ({
    label: excerptOf(message),
    detail: names.get(thread_idx) ?? '',
    href: threadHref(thread_idx),
  }));
}
