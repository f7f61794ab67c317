import { type RawBuilder, sql } from 'kysely';
import { type Rewriter, rewriterOf } from '../text/pseudonym.rules.ts';
import type { Context } from '../work/context.ts';
import type { PersonalCounts, PersonalName } from './personal-names.rules.ts';
import type { TrailWitness } from './trail-witness.ts';

/** Where a feature stores a learner's ID, or text that may name it: declared once, for what is exported and what is erased. */
export interface PersonalRows {
  /** What they are, under which calls and files count them: rows of several tables may be the same. */
  name: PersonalName;
  table: string;
  /** The columns of the primary key, with their types. */
  key: Readonly<Record<string, string>>;
  /** `id`: the ID and nothing else; `text`: may name it; `json`: a jsonb with such values. */
  columns: Readonly<Record<string, 'id' | 'text' | 'json'>>;
  /** Only these rows. */
  where?: RawBuilder<boolean>;
  /** Keys in its jsonb whose values are IDs of learners, besides `learner_id`. */
  keys?: readonly string[];
  /** A column with the time, shown beside them in what is exported. */
  at?: string;
  /** More columns shown beside them. */
  beside?: readonly string[];
  /** A form that somebody has open would bring the ID back: their version is not the newest any more. */
  hasVersion?: true;
  /** How many characters a column may have, where the database limits them. */
  longest?: number;
  /** What a file about a learner has of them, if not the columns: one object for each row. */
  read?: (ctx: Context, id: string) => Promise<readonly object[]>;
}

interface FoundRow {
  /** The key, then the columns, then what is beside them, as text. */
  values: (string | null)[];
  at: string | null;
}

/** Whose rows, and by what they are found. */
interface Sought {
  id: string;
  rewriter: Rewriter;
}

const soughtOf = (ctx: Context, id: string): Sought => {
  const refs = ctx.refs.allOf(id);
  return { id, rewriter: rewriterOf({ id, name: '', refs, ref: '' }) };
};

/** Rows that may name a learner; `locks` them until the transaction ends. Empty where the table is not there yet. */
async function findRows(
  { db }: Context,
  { table, key, columns, where, keys, at, beside = [] }: PersonalRows,
  { id, rewriter }: Sought,
  locks: boolean,
): Promise<FoundRow[]> {
  const exists = await sql<{ there: boolean }>`select to_regclass(${table}) is not null as there`.execute(db);
  if (!exists.rows[0]?.there) return [];
  const named = Object.entries(columns).map(([column, as]) => {
    const value = sql`t.${sql.ref(column)}`;
    if (as === 'id') return sql`${value} = ${id}`;
    return sql`(${sql.join(
      rewriter.needles(keys).map((needle) => sql`strpos(${value}::text, ${needle}) > 0`),
      sql` or `,
    )})`;
  });
  const texts = [...Object.keys(key), ...Object.keys(columns), ...beside].map(
    (column) => sql`t.${sql.ref(column)}::text`,
  );
  const { rows } = await sql<FoundRow>`
    select array[${sql.join(texts)}] as values, ${at === undefined ? sql`null` : sql`to_json(t.${sql.ref(at)}) #>> '{}'`} as at
    from ${sql.table(table)} t where (${sql.join(named, sql` or `)}) and ${where ?? sql`true`}
    order by ${sql.join(Object.keys(key).map((column) => sql`t.${sql.ref(column)}`))}
    ${locks ? sql`for no key update` : sql``}`.execute(db);
  return rows;
}

/** What becomes of the columns of a row; the same if it only seemed to name the ID. */
function rewritten(
  { key, columns, keys, longest }: PersonalRows,
  row: FoundRow,
  id: string,
  by: Rewriter,
  name: string,
) {
  const values = row.values.slice(Object.keys(key).length);
  return Object.values(columns).map((as, index) => {
    const value = values[index] ?? null;
    if (value === null) return null;
    if (as === 'id') return value === id ? name : value;
    return as === 'json' ? by.json(value, keys) : by.text(value).slice(0, longest);
  });
}

const isNamed = (declared: PersonalRows, row: FoundRow, { id, rewriter }: Sought): boolean =>
  rewritten(declared, row, id, rewriter, '').some(
    (value, index) => value !== row.values[Object.keys(declared.key).length + index],
  );

/** Those that are not among `seen`, to which they are added: two declarations may find the same row. */
async function findNamed(ctx: Context, declared: PersonalRows, sought: Sought, seen: Set<string>): Promise<FoundRow[]> {
  const found = await findRows(ctx, declared, sought, false);
  return found.filter((row) => {
    const key = JSON.stringify([declared.table, row.values.slice(0, Object.keys(declared.key).length)]);
    const isNew = !seen.has(key) && isNamed(declared, row, sought);
    if (isNew) seen.add(key);
    return isNew;
  });
}

const areIds = ({ columns }: PersonalRows): boolean => Object.values(columns).every((as) => as === 'id');

/** Its rows are vouched for. */
const trailTable = 'audit';

/** How many rows are stored about a learner, or name them. */
export async function countPersonal(ctx: Context, all: readonly PersonalRows[], id: string): Promise<PersonalCounts> {
  const sought = soughtOf(ctx, id);
  const counts: PersonalCounts = {};
  const seen = new Set<string>();
  // A table at a time: each is read once, whole.
  for (const declared of all) note(counts, declared.name, (await findNamed(ctx, declared, sought, seen)).length);
  return counts;
}

function note(counts: PersonalCounts, name: PersonalName, count: number): void {
  if (count > 0) counts[name] = (counts[name] ?? 0) + count;
}

/** What is stored about a learner, or names them, by kind: one object for each row. Kinds without any are missing. */
export type PersonalData = Partial<Record<PersonalName, object[]>>;

export async function readPersonal(ctx: Context, all: readonly PersonalRows[], id: string): Promise<PersonalData> {
  const data: PersonalData = {};
  const seen = new Set<string>();
  for (const declared of all) {
    const rows = declared.read
      ? await declared.read(ctx, id)
      : (await findNamed(ctx, declared, soughtOf(ctx, id), seen)).map((row) => shownRow(declared, row));
    if (rows.length > 0) data[declared.name] = [...(data[declared.name] ?? []), ...rows];
  }
  return data;
}

function shownRow({ table, key, columns, beside = [] }: PersonalRows, { values, at }: FoundRow): object {
  const names = Object.keys(columns);
  const from = Object.keys(key).length;
  const valueOf = (column: string, index: number) => {
    const value = values[from + index] ?? null;
    return columns[column] === 'json' && value !== null ? (JSON.parse(value) as unknown) : value;
  };
  const shown = [...names, ...beside].map((column, index) => [column, valueOf(column, index)] as const);
  return { ...(at !== null && { at }), of: table, ...Object.fromEntries(shown.filter(([, value]) => value !== null)) };
}

/**
 * Puts a pseudonym in place of an ID in all that is declared, and answers how many rows that changed. Who calls holds what
 * keeps others from writing the ID meanwhile.
 */
export async function erasePersonal(
  ctx: Context,
  { personal, trail }: { personal: readonly PersonalRows[]; trail: TrailWitness },
  { id, name }: { id: string; name: string },
): Promise<PersonalCounts> {
  const sought = { id, rewriter: rewriterOf({ id, name, refs: ctx.refs.allOf(id), ref: ctx.refs.of(name) }) };
  const counts: PersonalCounts = {};
  const inTrail: number[] = [];
  for (const declared of personal) {
    if (areIds(declared)) note(counts, declared.name, await replaceIds(ctx, declared, id, name));
    else {
      const keys = await replaceNamed(ctx, declared, sought, name);
      note(counts, declared.name, keys.length);
      if (declared.table === trailTable) inTrail.push(...keys.map(([audit_idx]) => Number(audit_idx)));
    }
  }
  if (inTrail.length > 0) await trail.rewritten(ctx, inTrail);
  return counts;
}

async function replaceIds(
  { db }: Context,
  { table, columns }: PersonalRows,
  id: string,
  name: string,
): Promise<number> {
  let count = 0;
  for (const column of Object.keys(columns)) {
    const of = sql.ref(column);
    const { numAffectedRows } = await sql`update ${sql.table(table)} set ${of} = ${name} where ${of} = ${id}`.execute(
      db,
    );
    count += Number(numAffectedRows ?? 0);
  }
  return count;
}

// The rows of one statement: a learner may be named a hundred thousand times.
const atATime = 1000;

/** Answers the keys of the rows that it changed. */
async function replaceNamed(ctx: Context, declared: PersonalRows, sought: Sought, name: string) {
  const keys = Object.keys(declared.key).length;
  const rows = (await findRows(ctx, declared, sought, true)).flatMap((row) => {
    const values = rewritten(declared, row, sought.id, sought.rewriter, name);
    return values.every((value, index) => value === row.values[keys + index])
      ? []
      : [[...row.values.slice(0, keys), ...values]];
  });
  const columns = [
    ...Object.entries(declared.key).map(([column, type]) => ({ column, type, isKey: true })),
    ...Object.entries(declared.columns).map(([column, as]) => ({
      column,
      type: as === 'json' ? 'jsonb' : 'text',
      isKey: false,
    })),
  ];
  const given = columns.map(({ column }) => sql.ref(column));
  const isKeyed = columns
    .filter(({ isKey }) => isKey)
    .map(({ column }) => sql`t.${sql.ref(column)} = g.${sql.ref(column)}`);
  const sets = columns
    .filter(({ isKey }) => !isKey)
    .map(({ column }) => sql`${sql.ref(column)} = g.${sql.ref(column)}`);
  if (declared.hasVersion) sets.push(sql`version = t.version + 1`);
  for (let from = 0; from < rows.length; from += atATime) {
    const some = rows.slice(from, from + atATime);
    const lists = columns.map(({ type }, index) => sql`${some.map((row) => row[index])}::text[]::${sql.raw(type)}[]`);
    await sql`
      update ${sql.table(declared.table)} t set ${sql.join(sets)}
      from unnest(${sql.join(lists)}) g (${sql.join(given)}) where ${sql.join(isKeyed, sql` and `)}`.execute(ctx.db);
  }
  return rows.map((row) => row.slice(0, keys));
}
