import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';

const folder = path.resolve(import.meta.dirname, '../db');
export const schemaSqlFile = path.join(folder, 'schema.sql');

const head = `-- Every table with its columns, constraints, indexes and triggers, after all migrations, by the feature that owns it.
-- For reading only: \`npm run generate\` writes it and \`npm run check\` compares it; what runs is db/migrations.
`;

interface Table {
  name: string;
  /** Columns and constraints, one a line; indexes and triggers as statements. */
  lines: string[];
  statements: string[];
  comment: string | null;
}

const tablesQuery = `
  select c.relname as name, obj_description(c.oid, 'pg_class') as comment,
    (select array_agg(concat_ws(' ', a.attname, format_type(a.atttypid, a.atttypmod),
        case when a.attcollation not in (0, t.typcollation) then 'collate ' || quote_ident(l.collname) end,
        case when a.attnotnull then 'not null' end,
        case when a.attidentity <> '' then 'generated always as identity'
          when a.attgenerated <> '' then 'generated always as (' || pg_get_expr(d.adbin, d.adrelid) || ') stored'
          when d.adbin is not null then 'default ' || pg_get_expr(d.adbin, d.adrelid) end) order by a.attnum)
      from pg_attribute a join pg_type t on t.oid = a.atttypid left join pg_collation l on l.oid = a.attcollation
      left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped)
    || coalesce((select array_agg('constraint ' || quote_ident(conname) || ' ' || pg_get_constraintdef(oid) order by contype desc, conname)
      from pg_constraint where conrelid = c.oid and contype in ('p', 'u', 'f', 'c', 'x')), '{}') as lines,
    coalesce((select array_agg(pg_get_indexdef(i.indexrelid) order by i.indexrelid::regclass::text)
      from pg_index i where i.indrelid = c.oid
      and not exists (select from pg_constraint where conindid = i.indexrelid and conrelid = c.oid)), '{}')
    || coalesce((select array_agg(pg_get_triggerdef(oid) order by tgname)
      from pg_trigger where tgrelid = c.oid and not tgisinternal), '{}') as statements
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and c.relname not like 'migration%'
  order by c.relname collate "C"`;

const functionsQuery = `
  select proname as name, pg_get_functiondef(oid) as text from pg_proc p
  where pronamespace = 'public'::regnamespace
    and not exists (select from pg_depend where objid = p.oid and deptype = 'e') order by proname collate "C"`;

/** The tables and functions of a migrated database, as `db/schema.sql` should contain them. */
export async function schemaSql(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const tables = (await client.query<Table>(tablesQuery)).rows;
    const functions = (await client.query<{ name: string; text: string }>(functionsQuery)).rows;
    const owners = await findOwners();
    const ownerOf = (name: string) => owners.get(name) ?? 'kernel';
    const parts = [
      ...tables.map((table) => ({ owner: ownerOf(table.name), text: tableText(table) })),
      ...functions.map(({ name, text }) => ({ owner: ownerOf(name), text: `${tidy(text.trim())};` })),
    ];
    const byOwner = Map.groupBy(parts, ({ owner }) => owner);
    const order = [...new Set(owners.values())].filter((owner) => byOwner.has(owner));
    const sections = order.map((owner) =>
      [`-- ── ${owner}`, ...(byOwner.get(owner) ?? []).map(({ text }) => text)].join('\n\n'),
    );
    return `${[head, ...sections].join('\n')}\n`.replaceAll(/\n(?=-- ──)/g, '\n\n');
  } finally {
    await client.end();
  }
}

/** The feature that owns each table and function: the first word of the migration that creates it. */
async function findOwners(): Promise<Map<string, string>> {
  const names = (await readdir(path.join(folder, 'migrations'))).toSorted();
  const owners = new Map<string, string>();
  for (const name of names) {
    const text = await readFile(path.join(folder, 'migrations', name), 'utf8');
    const owner = /^-- (\w+):/.exec(text)?.[1] ?? 'kernel';
    for (const [, made = ''] of text.matchAll(/^create (?:or replace )?(?:unlogged )?(?:table|function) (\w+)/gim))
      if (!owners.has(made)) owners.set(made, owner);
  }
  return owners;
}

function tableText({ name, lines, statements, comment }: Table): string {
  const comments = comment === null ? [] : comment.split('\n').map((line) => `-- ${line}`);
  const columns = lines.map((line) => `  ${line}`).join(',\n');
  return [...comments, `create table ${name} (\n${columns}\n);`, ...statements.map((one) => `${tidy(one)};`)].join(
    '\n',
  );
}

const tidy = (statement: string) =>
  statement
    .replaceAll('public.', '')
    .replace(' USING btree', '')
    .replace(/^CREATE OR REPLACE/, 'CREATE');
