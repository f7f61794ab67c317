import type { Feature } from '#kernel/mount/feature.ts';
import { systemCaller } from '#kernel/work/unit-of-work.ts';
import { assistantMessages } from './assistant.messages.ts';
import { assistantRoutes } from './assistant.routes.ts';
import { pruneUses } from './assistant.store.ts';

/** The door for assistants, `/mcp`: they read, and propose what a person applies. */
export const assistant: Feature = {
  name: 'assistant',
  messages: assistantMessages,
  register(kernel) {
    const { config, jobs, work } = kernel;
    assistantRoutes(kernel);
    jobs.repeat('assistant.prune', { cron: '52 3 * * *', timeZone: config.timeZone }, async () => {
      await work.write(systemCaller('assistant.prune'), pruneUses);
    });
  },
};
