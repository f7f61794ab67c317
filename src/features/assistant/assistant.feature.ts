import type { Feature } from '#kernel/mount/feature.ts';
import { assistantMessages } from './assistant.messages.ts';
import { assistantRoutes } from './assistant.routes.ts';
import { shortLivedUses } from './assistant.store.ts';

/** The door for assistants, `/mcp`: they read, and propose what a person applies. */
export const assistant: Feature = {
  name: 'assistant',
  messages: assistantMessages,
  shortLived: [shortLivedUses],
  register: assistantRoutes,
};
