import { type Kysely, sql } from 'kysely';
import { trailKind } from '#kernel/records/version-checks.ts';
import type { DataCheck } from '#kernel/work/data-check.ts';

/** The checks that follow from the schema itself: references, rules of columns, sequences, and the acts that rows name. */
export async function schemaChecks(db: Kysely<unknown>): Promise<DataCheck[]> {
  return [...(await references(db)), ...(await rules(db)), ...(await sequences(db)), ...(await acts(db))];
}

const restored =
  'A restore or a manual change has bypassed the database. Restore the record from a backup, or remove it.';

async function references(db: Kysely<unknown>): Promise<DataCheck[]> {
  const { rows } = await sql<{ name: string; child: string; parent: string; columns: string[]; keys: string[] }>`
    select conname as name, conrelid::regclass::text as child, confrelid::regclass::text as parent,
      array(select attname::text from unnest(conkey) with ordinality key (num, nth)
        join pg_attribute on attrelid = conrelid and attnum = num order by nth) as columns,
      array(select attname::text from unnest(confkey) with ordinality key (num, nth)
        join pg_attribute on attrelid = confrelid and attnum = num order by nth) as keys
    from pg_constraint
    where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0 order by child, name`.execute(db);
  return rows.map(({ name, child, parent, columns, keys }) => {
    const own = columns.map((one) => sql.ref(`c.${one}`));
    const same = columns.map((one, nth) => sql`${sql.ref(`p.${keys[nth] ?? ''}`)} = ${sql.ref(`c.${one}`)}`);
    return {
      name,
      rule: `Each row of ${child} refers to a row of ${parent} that exists.`,
      mend: restored,
      differing: sql`
        select concat_ws(', ', ${sql.join(own)}) as record, ${child}::text as stored, ${`a row of ${parent}`}::text as expected
        from ${sql.raw(child)} c
        where ${sql.join(
          own.map((one) => sql`${one} is not null`),
          sql` and `,
        )}
          and not exists (select from ${sql.raw(parent)} p where ${sql.join(same, sql` and `)})`,
    };
  });
}

/** Check constraints and generated columns, all of a table in one pass. */
async function rules(db: Kysely<unknown>): Promise<DataCheck[]> {
  const { rows } = await sql<{ of: string; key: string[]; names: string[]; conditions: string[] }>`
    select c.oid::regclass::text as of, array_agg(rule.name order by rule.name) as names,
      array_agg(rule.condition order by rule.name) as conditions,
      (select array_agg(attname::text order by nth) from pg_index i, unnest(i.indkey) with ordinality of_key (num, nth)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = num where i.indrelid = c.oid and indisprimary) as key
    from pg_class c join (
      select conrelid as of, conname::text as name, format('(%s)', pg_get_expr(conbin, conrelid)) as condition
      from pg_constraint where contype = 'c' and connamespace = 'public'::regnamespace
      union all
      select attrelid, attname::text, format('(%I is not distinct from %s)', attname, pg_get_expr(adbin, adrelid))
      from pg_attribute join pg_attrdef on adrelid = attrelid and adnum = attnum where attgenerated <> ''
    ) rule on rule.of = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    group by c.oid order by 1`.execute(db);
  return rows.map(({ of, key, names, conditions }) => ({
    name: `${of}.columns`,
    rule: `The columns of ${of} keep their rules.`,
    mend: restored,
    differing: sql`
      select concat_ws(', ', ${sql.join(key.map((one) => sql.ref(one)))}) as record, array_to_string(array_remove(array[${sql.join(
        names.map((one, nth) => sql`case when not ${sql.raw(conditions[nth] ?? '')} then ${one}::text end`),
      )}], null), ', ') as stored, 'none broken' as expected
      from ${sql.raw(of)}
      where ${sql.join(
        conditions.map((one) => sql`not ${sql.raw(one)}`),
        sql` or `,
      )}`,
  }));
}

async function sequences(db: Kysely<unknown>): Promise<DataCheck[]> {
  const { rows } = await sql<{ of: string; name: string; sequence: string }>`
    select attrelid::regclass::text as of, attname::text as name,
      pg_get_serial_sequence(attrelid::regclass::text, attname) as sequence
    from pg_attribute join pg_class c on c.oid = attrelid
    where attidentity <> '' and relnamespace = 'public'::regnamespace and not relispartition order by 1`.execute(db);
  const numbered = rows.map(
    ({ of, name, sequence }) => sql`
      select ${of}::text as record, (select max(${sql.ref(name)})::bigint from ${sql.raw(of)}) as used,
        (select last_value from ${sql.raw(sequence)}) as given`,
  );
  return [
    {
      name: 'sequences',
      rule: 'No row has a number that will be given to a new one.',
      mend: 'Call setval() of the sequence with the larger number.',
      differing: sql`
        select record, given::text as stored, used::text as expected
        from (${sql.join(numbered, sql` union all `)}) numbered where used > given`,
    },
  ];
}

/** Rows keep the number of the act that wrote them: if the audit trail has none of that number, it has a hole. */
async function acts(db: Kysely<unknown>): Promise<DataCheck[]> {
  const { rows } = await sql<{ of: string; name: string }>`
    select attrelid::regclass::text as of, attname::text as name from pg_attribute join pg_class c on c.oid = attrelid
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and not attisdropped
      and (attname = 'act_idx' and relname <> 'audit' or attname in ('undoes', 'undoes_some') and relname = 'audit')
    order by 1`.execute(db);
  return rows.map(({ of, name }) => ({
    name: `${of}.${name}`,
    rule: `The audit trail, as far as it is kept, has each act that ${of} names.`,
    mend: 'Lines of the audit trail were removed. Read them from a backup.',
    differing: sql`
      select 'act ' || act as record, ${of}::text as stored, 'a line of the audit trail' as expected
      from (select distinct ${sql.ref(name)} as act from ${sql.raw(of)} where ${sql.ref(name)} is not null) named
      where not exists (select from audit a where a.act_idx = act)
        and act > coalesce((select pruned_idx from retention where kind = ${trailKind}), 0)`,
  }));
}
