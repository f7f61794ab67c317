import type { Context } from '#kernel/work/context.ts';
import { listStaffIds } from './staff.store.ts';

export { ensureFirstAdmin } from './first-admin.service.ts';
export { localPath } from './local-path.rules.ts';

/** Every staff ID in order, including disabled accounts: the actors an audit row may name. */
export const listActors = (ctx: Context): Promise<string[]> => listStaffIds(ctx.db);
