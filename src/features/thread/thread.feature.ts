import type { Feature } from '#kernel/mount/feature.ts';
import { handedThreads } from './thread.belongings.ts';
import { threadTasks } from './thread.home.ts';
import { threadMessages } from './thread.messages.ts';
import { threadRecord } from './thread.record.ts';
import { sweepNightly } from './thread-sweep.ts';
import { threadCalls, threadPages } from './thread.routes.ts';

/** What staff write to each other about a record, a field of it or a language. */
export const thread: Feature = {
  name: 'thread',
  messages: threadMessages,
  personal: [
    {
      name: 'comments',
      table: 'thread_message',
      key: { msg_idx: 'integer' },
      columns: { text: 'text' },
      at: 'written_at',
      longest: 8000,
      hasVersion: true,
    },
  ],
  exported: { tables: ['thread', 'thread_mention', 'thread_message'] },
  register(kernel) {
    threadCalls(kernel);
    threadPages(kernel);
    kernel.records.define(threadRecord(kernel.records));
    kernel.belongings.add(handedThreads);
    sweepNightly(kernel);
    kernel.home.addTasks(threadTasks(kernel.records));
  },
};
