import { type Kysely, sql } from 'kysely';
import pg from 'pg';

export interface Statement {
  text: string;
  values: unknown[];
}

/** Runs `act` and returns every statement that this process sent to PostgreSQL meanwhile. */
export async function capture(act: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = [];
  const { prototype } = pg.Client;
  const original: typeof prototype.query = Reflect.get(prototype, 'query');
  const spy = function (this: pg.Client, ...given: unknown[]) {
    const [first, second] = given;
    const config =
      typeof first === 'string' ? { text: first, values: second } : (first as { text?: string; values?: unknown });
    if (typeof config?.text === 'string')
      statements.push({ text: config.text, values: Array.isArray(config.values) ? config.values : [] });
    return Reflect.apply(original, this, given);
  };
  prototype.query = spy as typeof original;
  try {
    await act();
  } finally {
    prototype.query = original;
  }
  return statements;
}

/** The plan of a captured statement with its values. */
// oxlint-disable-next-line typescript/no-explicit-any -- any schema will do
export async function explain(db: Kysely<any>, { text, values }: Statement): Promise<string> {
  const query = sql.raw(`explain ${text.replace(/\$(\d+)/g, (_, n: string) => literal(values[Number(n) - 1]))}`);
  const { rows } = await query.execute(db);
  return (rows as { 'QUERY PLAN': string }[]).map((row) => row['QUERY PLAN']).join('\n');
}

const literal = (value: unknown): string => {
  if (Array.isArray(value)) return `'{${value.map((one) => (one === '' ? '""' : String(one))).join(',')}}'`;
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : JSON.stringify(value);
};
