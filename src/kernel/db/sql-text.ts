import { DummyDriver, Kysely, type RawBuilder } from 'kysely';
import { dialectOf } from './dialect.ts';

const compiler = new Kysely<unknown>({ dialect: dialectOf(new DummyDriver()) });

/** The text of SQL without values, for what is part of many statements: building it takes longer than sending it. */
export function sqlText(builder: RawBuilder<unknown>): string {
  const { sql, parameters } = builder.compile(compiler);
  if (parameters.length > 0) throw new Error(`SQL with values has no text of its own: ${sql}`);
  return sql;
}
