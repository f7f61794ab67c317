import { client } from '#client/api.ts';
import type { ShownThread, Threads, ThreadState, threadApi } from './thread.contract.ts';

export const call = client<typeof threadApi>();

/** How far somebody has gone back. */
export interface Depth {
  /** How many answers with threads. */
  pages: number;
  /** How many answers with earlier messages, by thread. */
  earlier: ReadonlyMap<number, number>;
  /** The thread that the panel was opened for. */
  at: number | null;
}

interface OfRecord {
  kind: string;
  id: string;
}

/** The threads of a record as far as somebody has gone back, as they are now. Each answer has a bounded size. */
export async function readShown(of: OfRecord, state: ThreadState, { pages, earlier, at }: Depth): Promise<Threads> {
  const { kind, id } = of;
  const first = { kind, id, state, ...(at !== null && { thread: at }) };
  let { results } = await call('GET /api/v1/thread', { query: first });
  const threads = new Map(results.threads.map((one) => [one.thread_idx, one]));
  for (let page = 1; page < pages && results.next !== null; page++) {
    const query = { kind, id, state, before: results.next };
    ({ results } = await call('GET /api/v1/thread', { query }));
    for (const one of results.threads) if (!threads.has(one.thread_idx)) threads.set(one.thread_idx, one);
  }
  const opened = [...threads.values()].map((one) => withEarlier(one, earlier.get(one.thread_idx) ?? 0));
  return { ...results, threads: newestFirst(await Promise.all(opened)) };
}

async function withEarlier(thread: ShownThread, answers: number): Promise<ShownThread> {
  const [first, ...newest] = thread.messages;
  if (!first) return thread;
  const params = { thread_idx: thread.thread_idx };
  for (let times = 0; times < answers && newest[0] && newest.length + 1 < thread.count; times++) {
    const query = { before: newest[0].msg_idx };
    const { results } = await call('GET /api/v1/thread/:thread_idx/message', { params, query });
    newest.unshift(...results.messages.filter(({ msg_idx }) => msg_idx !== first.msg_idx));
  }
  return { ...thread, messages: [first, ...newest] };
}

const newestFirst = (threads: readonly ShownThread[]) => threads.toSorted((a, b) => b.thread_idx - a.thread_idx);

/** A list as it is now, with those of the list before in which somebody is writing: what they wrote stays where it is. */
export function withWritten(now: Threads, before: Threads | undefined, writing: ReadonlySet<number>): Threads {
  const listed = new Set(now.threads.map(({ thread_idx }) => thread_idx));
  const gone = (before?.threads ?? []).filter(({ thread_idx: one }) => writing.has(one) && !listed.has(one));
  return gone.length === 0 ? now : { ...now, threads: newestFirst([...now.threads, ...gone]) };
}
