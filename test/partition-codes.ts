import pg from 'pg';

/**
 * Converts the table of codes to one partitioned by the hash of the code, as docs/scaling.md describes for a billion of
 * them, with all its indexes, triggers and foreign keys. `fill` adds rows before there are any of these.
 */
export const partitionCodes = (
  databaseUrl: string,
  count = 8,
  fill: (client: pg.Client) => Promise<unknown> = async () => undefined,
): Promise<void> =>
  withBareCodes(databaseUrl, async (client) => {
    await client.query(`
      alter table code rename to code_before;
      create table code (like code_before including defaults including generated including constraints including storage)
        partition by hash (code);
      ${Array.from({ length: count }, (_, n) => partition(n, count)).join('')}
      do $$ begin execute (
        select format('insert into code (%1$s) select %1$s from code_before', string_agg(attname, ', '))
        from pg_attribute where attrelid = 'code_before'::regclass and attnum > 0 and not attisdropped and attgenerated = ''
      ); end $$;
      drop table code_before;`);
    await fill(client);
    // The trailing number distinguishes a partition's key from the table's, by which errors are recognized.
    for (let n = 0; n < count; n++)
      await client.query(`alter table code_${n} add constraint code__key_${n} primary key (code)`);
  });

/**
 * Does something with the table of codes while it has no index, trigger or foreign key; those are built after it, in the same
 * transaction.
 */
export async function withBareCodes(databaseUrl: string, act: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('begin');
    const { rows } = await client.query<{ off: string; again: string }>(`${remembered} order by place`);
    for (const { off } of rows.toReversed()) await client.query(off);
    await act(client);
    for (const { again } of rows) await client.query(again);
    await client.query('commit');
  } finally {
    await client.end();
  }
}

const partition = (n: number, count: number) =>
  `create table code_${n} partition of code for values with (modulus ${count}, remainder ${n});`;

// Triggers after the rows are inserted; keys before the foreign keys to them.
const remembered = `
  select 1 as place, format('alter table %s drop constraint %I', conrelid::regclass, conname) as off,
         format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as again
  from pg_constraint where contype = 'p' and conrelid = 'code'::regclass
  union all
  select 2, format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
  from pg_index where indrelid = 'code'::regclass and not indisprimary
  union all
  select 3, format('drop trigger %I on code', tgname), pg_get_triggerdef(oid)
  from pg_trigger where tgrelid = 'code'::regclass and not tgisinternal
  union all
  select 4, format('alter table %s drop constraint %I', conrelid::regclass, conname),
         format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
  from pg_constraint where contype = 'f' and (conrelid = 'code'::regclass or confrelid = 'code'::regclass)`;
