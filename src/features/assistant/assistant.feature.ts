import type { Feature } from '#kernel/mount/feature.ts';
import { assistantMessages } from './assistant.messages.ts';
import { assistantRoutes } from './assistant.routes.ts';
import { shortLivedUses } from './assistant.store.ts';

/** The door for assistants, `/mcp`: they read, and propose what a person applies. */
export const assistant: Feature = {
  name: 'assistant',
  messages: assistantMessages,
  shortLived: [shortLivedUses],
  exported: { tables: [], without: { assistant_use: 'How often keys were used in a minute is of the moment.' } },
  register: assistantRoutes,
};
