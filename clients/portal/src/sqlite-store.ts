import type { MirrorStore } from './store.ts';

interface Statement {
  get(...values: string[]): unknown;
  all(...values: string[]): unknown[];
  run(...values: string[]): unknown;
}

/** What is used of a `DatabaseSync` of `node:sqlite` (Node 22.13 or later), which `better-sqlite3` also has. */
export interface SqliteDatabase {
  exec(statements: string): unknown;
  prepare(statement: string): Statement;
}

// How many rows are held at a time.
const chunk = 200;

/** A mirror in a file of SQLite, for programs: `new SqliteStore(new DatabaseSync('library.db'))`. */
export class SqliteStore implements MirrorStore {
  private readonly database: SqliteDatabase;

  constructor(database: SqliteDatabase) {
    this.database = database;
    database.exec('create table if not exists portal (key text primary key, value text not null) without rowid');
  }

  async get(key: string): Promise<unknown> {
    const row = this.database.prepare('select value from portal where key = ?').get(key);
    return row === undefined ? undefined : valueOf(row).value;
  }

  async *list(prefix: string): AsyncGenerator<readonly [string, unknown]> {
    const statement = this.database.prepare(
      `select key, value from portal where key > ? and substr(key, 1, length(?)) = ? order by key limit ${chunk}`,
    );
    for (let last = prefix; ; ) {
      const rows = statement.all(last, prefix, prefix).map(valueOf);
      for (const { key, value } of rows) yield [key, value];
      const end = rows.at(-1);
      if (!end || rows.length < chunk) return;
      last = end.key;
    }
  }

  async write(put: ReadonlyMap<string, unknown>, remove: Iterable<string>): Promise<void> {
    this.database.exec('begin immediate');
    try {
      const removal = this.database.prepare('delete from portal where key = ?');
      for (const key of remove) removal.run(key);
      const insertion = this.database.prepare(
        'insert into portal (key, value) values (?, ?) on conflict (key) do update set value = excluded.value',
      );
      for (const [key, value] of put) insertion.run(key, JSON.stringify(value));
      this.database.exec('commit');
    } catch (error) {
      this.database.exec('rollback');
      throw error;
    }
  }
}

function valueOf(row: unknown): { key: string; value: unknown } {
  const { key = '', value } = row as { key?: string; value: string };
  return { key, value: JSON.parse(value) };
}
