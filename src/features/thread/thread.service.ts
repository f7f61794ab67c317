import { codeAlphabet, codeForm, readCode } from '#features/code/code.public.ts';
import { type Admin, listAdmins } from '#features/staff/staff.public.ts';
import type { AppError } from '#kernel/messages/errors.ts';
import { changeRecord, lockRecord, type RecordKind } from '#kernel/records/change-record.ts';
import { marksKind } from '#kernel/records/marks.rules.ts';
import type { Records } from '#kernel/records/records.ts';
import { staffOf } from '#kernel/work/actor.ts';
import type { Context } from '#kernel/work/context.ts';
import { today } from '#kernel/work/days.ts';
import { findIds, lockSubject } from './subjects.store.ts';
import type { Handed } from './thread.contract.ts';
import { threadMessages } from './thread.messages.ts';
import { editableFor, liveId, mostMessages, readField, threadEntity } from './thread.rules.ts';
import {
  countMessages,
  emptyMessage,
  findKnownCodes,
  findMessage,
  findThread,
  insertMessage,
  insertThread,
  lockMessage,
  lockThread,
  type MessageRow,
  noteSeen,
  setMentions,
  type ThreadRow,
  updateText,
  updateThread,
} from './thread.store.ts';
import { codeLikesIn, covered, mentionsIn } from './thread-text.rules.ts';

const missing = (): AppError => threadMessages.error(404, 'thread.not_found');

/** A thread whose record is there; one of a deleted record is as if it were deleted too. */
const present = async (ctx: Context, row: ThreadRow | undefined): Promise<ThreadRow | undefined> =>
  row && (await findIds(ctx.db, row.kind, [row.record_key])).has(row.record_key) ? row : undefined;

const threadKind: RecordKind<number, ThreadRow> = {
  entity: threadEntity,
  missing,
  find: async (ctx, id) => present(ctx, await findThread(ctx.db, id)),
  lock: async (ctx, id) => present(ctx, await lockThread(ctx.db, id)),
  id: ({ thread_idx }) => thread_idx,
  audited: ({ resolved, handed_to, handed_until }) => ({ resolved, handed_to, handed_until }),
  announce: (ctx, row) => announce(ctx, row),
};

const announce = (ctx: Context, { kind, record_key }: Pick<ThreadRow, 'kind' | 'record_key'>): void =>
  ctx.changed(threadEntity, liveId(kind, record_key));

/** Lists of such records, and their pages, count open threads: they are told when there may be more or fewer of them. */
async function announceMarks(
  ctx: Context,
  { kind, record_key }: Pick<ThreadRow, 'kind' | 'record_key'>,
): Promise<void> {
  const ids = await findIds(ctx.db, kind, [record_key]);
  ctx.changed(marksKind(kind), ids.get(record_key));
}

function bySender(ctx: Context): { staffIdx: number; at: string } {
  const staff = staffOf(ctx.actor);
  // Only staff can call these.
  if (!staff) throw missing();
  return { staffIdx: staff.staffIdx, at: ctx.now.toISOString() };
}

/** What a new thread says. */
interface NewThread {
  kind: string;
  id: string;
  field?: string | undefined;
  text: string;
  handed?: Handed | undefined;
}

/** Begins a thread about a record, or about a field or a language of it. */
export async function openThread(
  ctx: Context,
  records: Records,
  { kind, id, field = '', text, handed }: NewThread,
): Promise<{ thread_idx: number; msg_idx: number }> {
  const record_key = await lockSubject(ctx.db, kind, id);
  if (record_key === undefined) throw threadMessages.error(404, 'thread.no_record');
  if (field !== '' && !isFieldOf(records, kind, field))
    throw threadMessages.errorWith(422, 'thread.no_field', { field: 'field' });
  const by = bySender(ctx);
  const thread_idx = await insertThread(ctx.db, { kind, record_key, field }, by);
  ctx.audit({ entity: threadEntity, id: thread_idx, action: 'thread.created' });
  announce(ctx, { kind, record_key });
  ctx.changed(marksKind(kind), id);
  const msg_idx = await addMessage(ctx, thread_idx, text);
  if (handed) await changeThread(ctx, thread_idx, { handed });
  return { thread_idx, msg_idx };
}

/** Whether a kind of record has this field, in this language. */
function isFieldOf(records: Records, kind: string, field: string): boolean {
  const read = readField(field);
  return read !== null && (read.name === null || Object.hasOwn(fieldsOf(records, kind), read.name));
}

/** The labels of the fields that a kind of record has. */
export const fieldsOf = (records: Records, kind: string): Readonly<Record<string, string>> => ({
  title: 'common.title',
  ...records.of(kind)?.fields,
});

/** Replies in a thread. Whoever replies to a resolved one has something to say about it: it is open again. */
export async function reply(ctx: Context, thread: number, text: string): Promise<number> {
  const row = await lockRecord(ctx, threadKind, thread);
  const { all, there } = await countMessages(ctx.db, thread);
  if (all >= mostMessages) throw threadMessages.error(422, 'thread.full', { most: mostMessages });
  if (row.resolved || there === 0) await announceMarks(ctx, row);
  if (row.resolved) await changeThread(ctx, thread, { resolved: false });
  const message = await addMessage(ctx, thread, text);
  await noteSeen(ctx.db, thread, bySender(ctx));
  ctx.audit({ entity: threadEntity, id: thread, action: 'thread.replied' });
  announce(ctx, row);
  return message;
}

async function addMessage(ctx: Context, thread_idx: number, given: string): Promise<number> {
  const text = await withCoveredCodes(ctx, given);
  const message = await insertMessage(ctx.db, { thread_idx, text }, bySender(ctx));
  await setMentions(ctx.db, message, await mentioned(ctx, text));
  return message;
}

/** What is changed of a thread. */
interface Change {
  resolved?: boolean | undefined;
  handed?: Handed | null | undefined;
  version?: number | undefined;
}

/** Resolves or reopens a thread, or hands it to a person. */
export async function changeThread(
  ctx: Context,
  thread: number,
  { version, resolved, handed }: Change,
): Promise<number> {
  const to = handed && (await findColleague(ctx, handed.to));
  if (handed && handed.until < today(ctx))
    throw threadMessages.errorWith(422, 'thread.day_passed', { field: 'handed.until' });
  const values = {
    ...(resolved !== undefined && { resolved }),
    ...(handed !== undefined && { handed_to: to?.staff_id ?? null, handed_until: handed?.until ?? null }),
  };
  const action = handed !== undefined ? 'handed' : resolved ? 'resolved' : 'reopened';
  const after = await changeRecord(ctx, threadKind, thread, {
    version,
    values,
    action: `thread.${action}`,
    write: async (differing) => {
      const isHanded = 'handed_to' in differing || 'handed_until' in differing;
      const change = {
        resolved: differing.resolved,
        ...(isHanded && { handed: to && handed ? { to: to.staff_idx, until: handed.until } : null }),
      };
      await updateThread(ctx.db, thread, change, bySender(ctx));
    },
  });
  if (resolved !== undefined) await announceMarks(ctx, after);
  return after.version;
}

async function findColleague(ctx: Context, id: string): Promise<Admin> {
  const found = (await listAdmins(ctx.db)).find(({ staff_id }) => staff_id.toLowerCase() === id.toLowerCase());
  if (!found) throw threadMessages.errorWith(422, 'thread.no_colleague', { field: 'handed.to' });
  return found;
}

/** The caller has seen what mentions them. */
export async function markSeen(ctx: Context, thread: number): Promise<void> {
  const row = await present(ctx, await findThread(ctx.db, thread));
  if (!row) throw missing();
  if (await noteSeen(ctx.db, thread, bySender(ctx))) announce(ctx, row);
}

/** A message in a thread whose record is there. */
const messageKind: RecordKind<number, MessageRow> = {
  entity: threadEntity,
  missing: () => threadMessages.error(404, 'thread.message_not_found'),
  find: (ctx, id) => findMessage(ctx.db, id),
  lock: async (ctx, id) => {
    const row = await lockMessage(ctx.db, id);
    return row && !row.deleted && (await threadKind.find(ctx, row.thread_idx)) ? row : undefined;
  },
  id: ({ thread_idx }) => thread_idx,
  // What people write to each other is not in the trail: there it would outlive its deletion.
  audited: () => ({}),
  announce: async (ctx, { thread_idx }) => {
    const thread = await findThread(ctx.db, thread_idx);
    if (thread) announce(ctx, thread);
  },
};

/** Edits a message: only its author, and only for ten minutes. */
export async function editMessage(
  ctx: Context,
  message: number,
  { version, text: given }: { version?: number | undefined; text: string },
): Promise<number> {
  const text = await withCoveredCodes(ctx, given);
  const { staffIdx, at } = bySender(ctx);
  const after = await changeRecord(ctx, messageKind, message, {
    version,
    values: { text },
    action: 'thread.edited',
    check: (row) => {
      if (row.written_by !== staffIdx) throw threadMessages.error(403, 'thread.not_yours');
      if (row.written_at + editableFor <= ctx.now.getTime() / 1000) throw threadMessages.error(409, 'thread.too_late');
    },
    write: async () => {
      await updateText(ctx.db, message, text, at);
      await setMentions(ctx.db, message, await mentioned(ctx, text));
    },
  });
  return after.version;
}

/** Deletes a message: whoever finds in it what should not be there may. */
export async function deleteMessage(ctx: Context, message: number): Promise<void> {
  const row = await lockRecord(ctx, messageKind, message);
  await emptyMessage(ctx.db, message, bySender(ctx));
  ctx.audit({ entity: threadEntity, id: row.thread_idx, action: 'thread.message_deleted' });
  await messageKind.announce?.(ctx, row);
  const thread = await findThread(ctx.db, row.thread_idx);
  if (thread) await announceMarks(ctx, thread);
}

/** The accounts that a text names, but not its author's own. */
async function mentioned(ctx: Context, text: string): Promise<number[]> {
  if (!text.includes('@')) return [];
  const colleagues = new Map((await listAdmins(ctx.db)).map((one) => [one.staff_id.toLowerCase(), one.staff_idx]));
  const found = mentionsIn(text, new Set(colleagues.keys())).map(({ id }) => colleagues.get(id) ?? 0);
  const { staffIdx } = bySender(ctx);
  return [...new Set(found)].filter((one) => one !== staffIdx);
}

const issued = new RegExp(`^(?=.*[0-9])[${codeAlphabet}]+$`);

/**
 * The text with the codes in it covered. A code is money for whoever reads it, so it is never stored here: one that is known,
 * and whatever looks like one that was issued.
 */
async function withCoveredCodes(ctx: Context, text: string): Promise<string> {
  const likely = codeLikesIn(text)
    .map((part) => ({ ...part, code: readCode(part.text) }))
    .filter(({ code }) => codeForm.test(code));
  const known = await findKnownCodes(
    ctx.db,
    likely.map(({ code }) => code),
  );
  return covered(
    text,
    likely.filter(({ code, text: written }) => known.has(code) || (issued.test(code) && !/\s/.test(written))),
  );
}
