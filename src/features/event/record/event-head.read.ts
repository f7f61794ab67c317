import type { Context } from '#kernel/work/context.ts';
import { getEvent, withStatus } from '../event.service.ts';

/** An event as shown on its page. */
export const readEventHead = async (ctx: Context, id: number) => withStatus(ctx, await getEvent(ctx, id));
export type EventHead = Awaited<ReturnType<typeof readEventHead>>;
