import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
} from 'kysely';

const compiler = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** The text of SQL without values, for what is part of many statements: building it takes longer than sending it. */
export function sqlText(builder: RawBuilder<unknown>): string {
  const { sql, parameters } = builder.compile(compiler);
  if (parameters.length > 0) throw new Error(`SQL with values has no text of its own: ${sql}`);
  return sql;
}
