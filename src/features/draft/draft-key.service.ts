import { type SealedColumn, sealFor } from '#kernel/config/seal.ts';
import type { Database } from '#kernel/db/database.ts';
import { secondsOf } from '#kernel/db/seconds.ts';
import { actorName } from '#kernel/work/actor.ts';
import type { Context } from '#kernel/work/context.ts';
import { draftEntity } from './draft.rules.ts';

type DataDir = { dataDir: string };

const purpose = 'draft keys';
const ownerOf = (keyIdx: number) => `draft key ${keyIdx}`;
const only = 1;

/** For a rotation of the installation's secret. */
export const sealedDraftKey: SealedColumn = {
  purpose,
  table: 'draft_key',
  key: 'key_idx',
  column: 'sealed',
  owner: ownerOf,
};

/** Where a key may be sent: whoever changes the address must not get the key of another one. */
const originOf = (url: string): string | undefined => URL.parse(url)?.origin;

/** Stores the key for an address in place of the one there was. Nothing reads it but {@link openKey}. */
export async function storeKey(ctx: Context, config: DataDir, url: string, key: string): Promise<void> {
  const origin = originOf(url) ?? '';
  const values = {
    origin,
    sealed: (await sealFor(config, purpose)).close(key, ownerOf(only)),
    set_by: actorName(ctx.actor),
    set_at: ctx.now.toISOString(),
  };
  await ctx.db
    .insertInto('draft_key')
    .values({ key_idx: only, ...values })
    .onConflict((conflict) => conflict.column('key_idx').doUpdateSet(values))
    .execute();
  ctx.audit({ entity: draftEntity, id: 'key', action: 'draft.key_set', after: { origin } });
}

/** The key for an address; undefined if none was given for it, or its seal cannot be opened. */
export async function openKey(db: Database, config: DataDir, url: string): Promise<string | undefined> {
  const row = await db.selectFrom('draft_key').select(['origin', 'sealed']).executeTakeFirst();
  if (!row || row.origin !== originOf(url)) return undefined;
  return (await sealFor(config, purpose)).open(row.sealed, ownerOf(only));
}

/** Who gave the key for an address, and when (seconds); null if there is none. */
export async function findKeyGiver(db: Database, url: string): Promise<{ by: string | null; at: number } | null> {
  const row = await db
    .selectFrom('draft_key')
    .select(['origin', 'set_by as by', secondsOf('set_at').as('at')])
    .executeTakeFirst();
  return row && row.origin === originOf(url) ? { by: row.by, at: row.at ?? 0 } : null;
}
