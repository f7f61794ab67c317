import type { RawBuilder } from 'kysely';
import { stateThen } from '#kernel/records/version-then.ts';
import type { Context } from '#kernel/work/context.ts';
import { collectionsThen } from '../collections-then.read.ts';
import { advertisedVersions } from './advertised-versions.service.ts';

/** The tables of the collections that were advertised at a moment in seconds; undefined before anything is known. */
export async function advertisedThen(ctx: Context, moment: number): Promise<RawBuilder<unknown> | undefined> {
  const then = await stateThen(ctx, advertisedVersions, moment);
  return then && (await collectionsThen(ctx, then.state.order, moment)).tables;
}
