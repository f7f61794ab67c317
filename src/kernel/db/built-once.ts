import type { CompiledQuery } from 'kysely';
import type { Database } from './database.ts';

/** Stands for a value while its statement is built. */
class Slot {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/**
 * A statement that is built at its first use and then only sent, with the values of each use: building one takes about as
 * long as sending it. For statements that run with nearly every request. `build` sees no values, only where they go, so
 * the statement cannot depend on them.
 */
export function builtOnce<V extends Record<string, unknown>, Row>(
  names: readonly (keyof V & string)[],
  build: (db: Database, values: V) => { compile(): CompiledQuery<Row> },
): (db: Database, values: V) => Promise<Row[]> {
  const slots = Object.fromEntries(names.map((name) => [name, new Slot(name)])) as unknown as V;
  let built: CompiledQuery<Row> | undefined;
  return async (db, values) => {
    built ??= build(db, slots).compile();
    const parameters = built.parameters.map((one) => (one instanceof Slot ? values[one.name] : one));
    const { rows } = await db.executeQuery<Row>({ ...built, parameters });
    return rows;
  };
}
