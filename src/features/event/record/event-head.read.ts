import { countedActsOn } from '#kernel/records/record-parts.ts';
import type { Records } from '#kernel/records/records.ts';
import type { Context } from '#kernel/work/context.ts';
import { eventKind, getEvent, withStatus } from '../event.service.ts';

/** An event as shown on its page. */
export const readEventHead = async (ctx: Context, records: Records, id: number) => ({
  ...withStatus(ctx, await getEvent(ctx, id)),
  /** What other features offer to do with it. */
  acts: await countedActsOn(ctx, records.all, eventKind, String(id)),
});
export type EventHead = Awaited<ReturnType<typeof readEventHead>>;
