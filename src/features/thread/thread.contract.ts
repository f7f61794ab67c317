import { z } from 'zod';
import { contract } from '#kernel/work/contract.ts';
import { idx, results, success, version } from '#kernel/work/fields.ts';
import { StoredDay } from '#kernel/work/days.ts';
import { mostText } from './thread.rules.ts';

/** Lines stay as they are written; other characters that control a screen are refused. */
const text = z
  .string()
  .overwrite((given) => given.replace(/\r\n?/g, '\n').trim())
  .min(1)
  .max(mostText)
  .regex(/^(?:[^\p{Cc}]|[\n\t])*$/u, 'invalid.characters');

const kind = z.string().regex(/^[a-z_]{1,40}$/, 'invalid.format');
const id = z.string().min(1).max(200);
const staffId = z.string().min(1).max(64);

const Handed = z.strictObject({ to: staffId, until: StoredDay });
export type Handed = z.output<typeof Handed>;

export const ThreadParams = z.object({ thread_idx: idx });
const OfRecord = z.object({ kind, id });
const MessageParams = z.object({ msg_idx: idx });

const Person = z.object({ staff_id: z.string(), name: z.string() });
export type ThreadPerson = z.output<typeof Person>;

/** A message; of a deleted one only who deleted it. Times in seconds. */
const Message = z.object({
  msg_idx: z.int(),
  by: Person.nullable(),
  at: z.int(),
  edited_at: z.int().nullable(),
  text: z.string(),
  deleted: z.object({ by: Person.nullable() }).nullable(),
  /** Until when its author can edit it. */
  editable_until: z.int(),
  version: z.int(),
});
export type ThreadMessage = z.output<typeof Message>;

const Thread = z.object({
  thread_idx: z.int(),
  field: z.string(),
  /** What it is about within the record, in the language of the caller; empty for the record as a whole. */
  label: z.string(),
  resolved: z.object({ at: z.int(), by: Person.nullable() }).nullable(),
  handed: z.object({ to: Person, until: z.string() }).nullable(),
  version: z.int(),
  /** How many messages it has, the deleted ones too. */
  count: z.int(),
  /** The first one, and the newest ones. */
  messages: z.array(Message),
});
export type ShownThread = z.output<typeof Thread>;

const ThreadState = z.enum(['open', 'resolved']);
export type ThreadState = z.output<typeof ThreadState>;

/** Which threads of a record an answer has. */
const Page = z.object({
  state: ThreadState.default('open'),
  before: idx.optional(),
  /** Also this one, if it has that state, with more of its messages. */
  thread: idx.optional(),
});
export type ThreadPage = z.output<typeof Page>;

const Threads = z.object({
  /** The record, and the kind and id of the changes that report what is new. */
  of: z.object({ kind: z.string(), id: z.string(), title: z.string(), href: z.string().nullable(), live: z.string() }),
  open: z.int(),
  /** How many are not open: those that were resolved, and those of which every message was deleted. */
  resolved: z.int(),
  /** Which of them these are. */
  state: ThreadState,
  threads: z.array(Thread),
  /** What `before` gets the next ones with; null if these were the last. */
  next: z.int().nullable(),
  colleagues: z.array(Person),
});
export type Threads = z.output<typeof Threads>;

export const threadApi = contract({
  'GET /api/v1/thread': {
    summary:
      'Threads of a record, the newest first, 20 at a time, each with its first message and its newest four, and whom a ' +
      'message can name. `before` is the `next` of the answer before',
    query: OfRecord.extend(Page.shape),
    response: results(Threads),
  },
  'POST /api/v1/thread': {
    summary:
      'Begin a thread about a record, a field of it (`title`), a language (`ko`) or a field in a language (`ko.title`). ' +
      'A mention is `@` with the ID of a person',
    idempotent: true,
    body: OfRecord.extend({ field: z.string().max(100).optional(), text, handed: Handed.optional() }).strict(),
    response: results(z.object({ thread_idx: z.int(), msg_idx: z.int() })),
  },
  'GET /api/v1/thread/:thread_idx/message': {
    summary: 'The 50 messages of a thread before this one, the oldest first',
    params: ThreadParams,
    query: z.object({ before: idx }),
    response: results(z.object({ messages: z.array(Message) })),
  },
  'POST /api/v1/thread/:thread_idx': {
    summary: 'Reply in a thread; a resolved one is open again',
    idempotent: true,
    params: ThreadParams,
    body: z.strictObject({ text }),
    response: results(z.object({ msg_idx: z.int() })),
  },
  'PUT /api/v1/thread/:thread_idx': {
    summary: 'Resolve or reopen a thread, or hand it to a person until a day; `null` takes it back',
    params: ThreadParams,
    body: z.strictObject({ resolved: z.boolean().optional(), handed: Handed.nullable().optional(), version }),
    response: results(success.extend({ version: z.int() })),
  },
  'POST /api/v1/thread/:thread_idx/seen': {
    summary: 'You have seen the messages of a thread that mention you: they leave your inbox',
    params: ThreadParams,
    response: results(success),
  },
  'PUT /api/v1/thread/message/:msg_idx': {
    summary: 'Edit your message, within ten minutes',
    params: MessageParams,
    body: z.strictObject({ text, version }),
    response: results(success.extend({ version: z.int() })),
  },
  'DELETE /api/v1/thread/message/:msg_idx': {
    summary: 'Delete a message: who wrote it and who deleted it stays',
    params: MessageParams,
    response: results(success),
  },
});
