import { saveVersion, type Versioned } from '#kernel/records/versions.ts';
import type { Context } from '#kernel/work/context.ts';
import { listAdvertised } from './advertisement.store.ts';

/** The order of advertised collections as the owner of versions, which tell what readers saw. */
export const advertisedVersions: Versioned<{ order: string[] }> = { entity: 'advertised', id: 'order' };

/** Makes a version of the order as it is now. The order must be locked. */
export async function saveAdvertised(ctx: Context): Promise<void> {
  const order = (await listAdvertised(ctx.db)).map(({ cid }) => cid);
  await saveVersion(ctx, advertisedVersions, { order });
}
