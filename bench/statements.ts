import pg from 'pg';

export interface Statement {
  text: string;
  values: unknown[];
}

/** Runs `act` and answers every statement that reached PostgreSQL meanwhile in this process. */
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
