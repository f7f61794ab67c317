import { Kysely } from 'kysely';
import type pg from 'pg';
import type { Config } from '#kernel/config/config.ts';
import type { DB } from '#kernel/db/schema.generated.ts';
import { Catalogues } from '#kernel/messages/catalogues.ts';
import { commonMessages } from '#kernel/messages/common.messages.ts';
import type { Context } from '#kernel/work/context.ts';
import { systemCaller, UnitOfWork } from '#kernel/work/unit-of-work.ts';
import { dialectOn } from '../backup/installation.ts';
import { features } from '../features.ts';

/** Reads as features do, in the transaction of a connection: everything as of the moment that it sees. */
export function inTransactionOf<T>(
  client: pg.Client,
  { timeZone }: Pick<Config, 'timeZone'>,
  now: Date,
  read: (ctx: Context) => Promise<T>,
): Promise<T> {
  const db = new Kysely<DB>({ dialect: dialectOn(client) });
  const work = new UnitOfWork({
    db,
    readDb: db,
    clock: () => now,
    timeZone,
    catalogues: new Catalogues({
      common: commonMessages,
      ...Object.fromEntries(features.flatMap(({ name, messages }) => (messages ? [[name, messages]] : []))),
    }),
    onError: (error) => console.error(error),
  });
  return work.read(systemCaller('export'), read);
}
