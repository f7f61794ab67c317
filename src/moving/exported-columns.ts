import type pg from 'pg';
import type { ExportedTables } from '#kernel/work/exported-tables.ts';

/** A column that leaves. Generated ones do not: they follow from the others. */
export interface ExportedColumn {
  name: string;
  /** As in PostgreSQL; of an array, that of its items. */
  type: string;
  isArray: boolean;
  /** Whether each row has it. */
  required: boolean;
}

/** A table that leaves, as the database knows it. */
export interface ExportedTable {
  /** With its schema, if that is the one of the queue: `book`, `pgboss.job`. */
  name: string;
  /** What it is for, if the schema says so. */
  about: string | null;
  columns: ExportedColumn[];
  /** The columns of its primary key. */
  key: string[];
  references: { columns: string[]; table: string; keys: string[] }[];
}

/** All that is declared, as one declaration. */
export const joined = (all: readonly ExportedTables[]): Required<ExportedTables> => ({
  tables: all.flatMap(({ tables }) => tables).toSorted(),
  without: Object.assign({}, ...all.map((one) => one.without)),
  filled: Object.assign({}, ...all.map((one) => one.filled)),
  documents: all.flatMap(({ documents = [] }) => documents),
});

const nameOf = (of: string) =>
  `case (select nspname from pg_namespace where oid = ${of}.relnamespace) when 'public' then ${of}.relname
     else (select nspname from pg_namespace where oid = ${of}.relnamespace) || '.' || ${of}.relname end`;
const namesOf = (of: string, numbers: string) =>
  `array(select a.attname::text from unnest(${numbers}) with ordinality as named (attnum, place)
     join pg_attribute a on a.attrelid = ${of} and a.attnum = named.attnum order by place)`;

/** The declared tables of a database in the order of their names, with what leaves of each. */
export async function readTables(
  client: pg.ClientBase,
  { tables, without }: Pick<Required<ExportedTables>, 'tables' | 'without'>,
): Promise<ExportedTable[]> {
  const { rows } = await client.query<ExportedTable>(
    `select ${nameOf('c')} as name, obj_description(c.oid, 'pg_class') as about,
       (select json_agg(json_build_object(
            'name', a.attname, 'type', format_type(coalesce(nullif(t.typelem, 0), t.oid), null),
            'isArray', t.typcategory = 'A', 'required', a.attnotnull) order by a.attnum)
          from pg_attribute a join pg_type t on t.oid = a.atttypid
          where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
            and not ${nameOf('c')} || '.' || a.attname = any($2)) as columns,
       coalesce((select ${namesOf('c.oid', 'conkey')} from pg_constraint where conrelid = c.oid and contype = 'p'), '{}') as key,
       coalesce((select json_agg(json_build_object(
            'columns', ${namesOf('c.oid', 'k.conkey')}, 'table', ${nameOf('f')}, 'keys', ${namesOf('f.oid', 'k.confkey')})
            order by k.conname)
          from pg_constraint k join pg_class f on f.oid = k.confrelid
          where k.conrelid = c.oid and k.contype = 'f' and k.conparentid = 0), '[]') as references
     from pg_class c where c.oid = any(array(select to_regclass(name) from unnest($1::text[]) as name)::oid[])
     order by ${nameOf('c')} collate "C"`,
    [tables, Object.keys(without)],
  );
  return rows;
}
