import type { CompiledQuery } from 'kysely';
import type { Database } from './database.ts';
import { executeGeneric } from './generic-plan.ts';

/** Placeholder for a value while its statement is built. */
class Slot {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/**
 * A statement that is built on first use and then only sent, each time with new values: building takes about as long as
 * sending. For statements that run on nearly every request. `build` sees placeholders instead of values, so the
 * statement cannot depend on them.
 */
export function builtOnce<V extends Record<string, unknown>, Row>(
  names: readonly (keyof V & string)[],
  build: (db: Database, values: V) => { compile(): CompiledQuery<Row> },
): (db: Database, values: V) => Promise<Row[]> {
  const slots = Object.fromEntries<unknown>(names.map((name) => [name, new Slot(name)])) as V;
  let built: CompiledQuery<Row> | undefined;
  return async (db, values) => {
    built ??= build(db, slots).compile();
    const parameters = built.parameters.map((one) => (one instanceof Slot ? values[one.name] : one));
    return executeGeneric(db, { compile: () => ({ ...(built as CompiledQuery<Row>), parameters }) });
  };
}
