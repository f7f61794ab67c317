import type { Change } from '#kernel/changes/change-feed.ts';
import type { Context } from '#kernel/work/context.ts';
import { type Message, newMessage } from './delivery.store.ts';

/** The messages about releases that could not be applied at their time. */
export const tellReleases = (ctx: Context, changes: readonly Pick<Change, 'kind' | 'id'>[]): Message[] =>
  changes.flatMap(({ kind, id }) =>
    kind === 'release.failed' ? [newMessage(ctx, kind, { kind: 'release', id })] : [],
  );
