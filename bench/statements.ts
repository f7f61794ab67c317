import { type Kysely, sql } from 'kysely';
import pg from 'pg';

export interface Statement {
  text: string;
  values: unknown[];
  /** Its plan is the same for any values. */
  isGeneric: boolean;
}

// The connections that take generic plans now, and where statements are noted while they are captured.
const inAuto = new WeakSet<pg.Client>();
let captured: Statement[] | undefined;

const { prototype } = pg.Client;
const original: typeof prototype.query = Reflect.get(prototype, 'query');
prototype.query = function (this: pg.Client, ...given: unknown[]) {
  const [first, second] = given;
  const config =
    typeof first === 'string' ? { text: first, values: second } : (first as { text?: string; values?: unknown });
  const { text, values } = config ?? {};
  const [, mode] = /^set plan_cache_mode = (\w+)$/.exec(text ?? '') ?? [];
  if (mode === 'auto') inAuto.add(this);
  else if (mode) inAuto.delete(this);
  else if (typeof text === 'string')
    captured?.push({ text, values: Array.isArray(values) ? values : [], isGeneric: inAuto.has(this) });
  return Reflect.apply(original, this, given);
} as typeof original;

/**
 * Runs `act` and returns every statement that this process sent to PostgreSQL meanwhile; the mode of their plans is
 * noted with each.
 */
export async function capture(act: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = [];
  captured = statements;
  try {
    await act();
  } finally {
    captured = undefined;
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
