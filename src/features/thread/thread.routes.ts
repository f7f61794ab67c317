import { view } from '#kernel/http/web.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import { staffOf } from '#kernel/work/actor.ts';
import type { Context } from '#kernel/work/context.ts';
import { z } from 'zod';
import { type ThreadPage, ThreadParams, threadApi } from './thread.contract.ts';
import { threadMessages } from './thread.messages.ts';
import { findOpenAbout, findThreadsByKey, labelOf, type ListedThread } from './thread.read.ts';
import { changeThread, deleteMessage, editMessage, markSeen, openThread, reply } from './thread.service.ts';
import { readEarlier, readThreads, stateOf } from './thread-list.read.ts';
import type ThreadPanel from './thread-panel.view.tsx';

export function threadCalls({ api, records }: Kernel): void {
  api(threadApi, {
    'GET /api/v1/thread': async ({ ctx, query }) => ({
      results: await readThreads(ctx, records, query, query),
    }),
    'POST /api/v1/thread': async ({ ctx, body }) => ({ results: await openThread(ctx, records, body) }),
    'GET /api/v1/thread/:thread_idx/message': async ({ ctx, params, query }) => ({
      results: { messages: await readEarlier(ctx, params.thread_idx, query.before) },
    }),
    'POST /api/v1/thread/:thread_idx': async ({ ctx, params, body }) => ({
      results: { msg_idx: await reply(ctx, params.thread_idx, body.text) },
    }),
    'PUT /api/v1/thread/:thread_idx': async ({ ctx, params, body }) => ({
      results: { version: await changeThread(ctx, params.thread_idx, body) },
    }),
    'POST /api/v1/thread/:thread_idx/seen': ({ ctx, params }) => markSeen(ctx, params.thread_idx),
    'PUT /api/v1/thread/message/:msg_idx': async ({ ctx, params, body }) => ({
      results: { version: await editMessage(ctx, params.msg_idx, body) },
    }),
    'DELETE /api/v1/thread/message/:msg_idx': ({ ctx, params }) => deleteMessage(ctx, params.msg_idx),
  });
}

/** The panel with the threads of a record, and at one of them. */
export function threadPages({ web, records }: Kernel): void {
  const panel = view<typeof ThreadPanel>('thread/thread-panel');
  const load = async (
    ctx: Context,
    of: { kind: string; id: string },
    { field = '', ...page }: ThreadPage & { field?: string },
  ) => ({
    threads: await readThreads(ctx, records, of, page),
    me: staffOf(ctx.actor)?.staffId ?? '',
    now: inSeconds(ctx.now),
    at: page.thread ?? null,
    field,
    fieldLabel: field === '' ? '' : labelOf(ctx, records, of.kind, field),
  });
  const within = ({ kind, id }: { kind: string; id: string }) => records.hrefOf(kind, id) ?? '/';
  web.fragment('/thread/of/:kind/:id', {
    view: panel,
    // What is no kind of record is not found, as a record that there is not.
    params: z.object({ kind: z.string(), id: z.string() }),
    query: z.object({ field: z.string().max(100).default('').catch('') }),
    within: ({ params }) => within(params),
    // At a field is its thread; without one, a field to begin it.
    load: async ({ ctx, params, query: { field } }) =>
      load(ctx, params, {
        state: 'open',
        field,
        thread: field === '' ? undefined : await findOpenAbout(ctx, params, field),
      }),
  });
  web.fragment('/thread/:thread_idx', {
    view: panel,
    params: ThreadParams,
    within: async ({ ctx, params }) => within(await getListed(ctx, params.thread_idx)),
    load: async ({ ctx, params: { thread_idx } }) =>
      load(ctx, await getListed(ctx, thread_idx), { state: await stateOf(ctx, thread_idx), thread: thread_idx }),
  });
}

async function getListed(ctx: Context, thread: number): Promise<ListedThread> {
  const [found] = await findThreadsByKey(ctx, [String(thread)]);
  if (!found) throw threadMessages.error(404, 'thread.not_found');
  return found;
}
