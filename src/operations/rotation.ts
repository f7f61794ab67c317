import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Config } from '#kernel/config/config.ts';
import { type SealedColumn, sealFor } from '#kernel/config/seal.ts';
import { retireSecrets, rotateSecrets, secretKey } from '#kernel/config/secret.ts';
import type { Context } from '#kernel/work/context.ts';
import { systemCaller, type UnitOfWork } from '#kernel/work/unit-of-work.ts';

/** The installation whose secret is rotated. */
interface Rotated {
  work: UnitOfWork;
  config: Pick<Config, 'dataDir'>;
}

/** How many stored values were sealed anew and could not be opened, and how many secrets were removed. */
interface Rotation {
  renewed: number;
  lost: number;
  retired: number;
}

/**
 * Puts a new secret before the others, while instances run, and seals what is stored with it. If it is killed, the
 * secrets all hold, and the next run goes on.
 */
export async function rotateSecret(of: Rotated, columns: readonly SealedColumn[]): Promise<Rotation> {
  await rotateSecrets(of.config.dataDir, sleep);
  return resealAll(of, columns);
}

/** Seals what is stored with the newest secret. */
export async function resealAll(of: Rotated, columns: readonly SealedColumn[]): Promise<Rotation> {
  return { ...(await renewAll(of, columns)), retired: 0 };
}

/** Removes the former secrets: links, grants and half-finished log-ins made with them end. */
export async function retireSecret(of: Rotated, columns: readonly SealedColumn[]): Promise<Rotation> {
  // A transaction that was open during the rotation may have stored a value since.
  const counts = await renewAll(of, columns);
  return { ...counts, retired: await retireSecrets(of.config.dataDir) };
}

const renewAll = ({ work, config }: Rotated, columns: readonly SealedColumn[]) =>
  work.write(systemCaller('secret'), async (ctx) => {
    let renewed = 0;
    let lost = 0;
    for (const column of columns) {
      const counts = await renewColumn(ctx, config, column);
      renewed += counts.renewed;
      lost += counts.lost;
    }
    ctx.audit({ entity: 'setting', id: secretKey, action: 'setting.updated' });
    return { renewed, lost };
  });

async function renewColumn(
  ctx: Context,
  config: Pick<Config, 'dataDir'>,
  { purpose, table, key, column, of = key, owner }: SealedColumn,
) {
  const seal = await sealFor(config, purpose);
  const { rows } = await sql<{ key: unknown; of: number; sealed: Buffer }>`
    select ${sql.ref(key)} as key, ${sql.ref(of)} as of, ${sql.ref(column)} as sealed
    from ${sql.table(table)} where ${sql.ref(column)} is not null for update`.execute(ctx.db);
  const lost = rows.filter((row) => seal.open(row.sealed, owner(row.of)) === undefined).length;
  const renewed = rows.flatMap((row) => {
    const sealed = seal.renew(row.sealed, owner(row.of));
    return sealed ? [{ key: row.key, sealed: sealed.toString('hex') }] : [];
  });
  if (renewed.length > 0)
    await sql`
      update ${sql.table(table)} as stored set ${sql.ref(column)} = decode(fresh.sealed, 'hex')
      from (select value ->> 'key' as key, value ->> 'sealed' as sealed
            from jsonb_array_elements(${JSON.stringify(renewed)}::jsonb)) as fresh
      where stored.${sql.ref(key)}::text = fresh.key`.execute(ctx.db);
  return { renewed: renewed.length, lost };
}
