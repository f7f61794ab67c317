import { sql } from 'kysely';
import type { DB } from '../db/schema.generated.ts';
import type { Context } from '../work/context.ts';
import type { FoundRecord } from './found-records.ts';
import type { RecordPart } from './record-parts.ts';
import type { TravellingTexts } from './record-texts.ts';
import type { ReferringRecord } from './references.ts';
import type { UndoableRecord } from './undoable.ts';

/**
 * A kind of record, declared once: its name and links in mixed lists such as the audit trail, how it is found, restored
 * and undone, and what it means for records of other kinds. Names are message keys.
 */
export interface RecordDeclaration extends FoundRecord, ReferringRecord, UndoableRecord {
  /** The entity of its audit rows and the kind of its changes: 'book'. */
  kind: string;
  label: string;
  /** The id of acts on all of its records together, such as a new order, and a name for them: `All series`. */
  all?: { id: string; label: string };
  /** The URL of a record; absent if it has no screen. The id is that of the audit row. */
  href?: (id: string) => string;
  /** Where the titles of records are, or the titles by id; deleted ones are missing. */
  titles?: TitleColumns | ((ctx: Context, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>);
  /** The field of `before` and `after` that has the title of a deleted record, if it is not the column of titles. */
  title?: string;
  /** Labels of acts that say more than their verb, by verb: `{ password_reset: 'staff.did_reset' }`. */
  actions?: Readonly<Record<string, string>>;
  /**
   * Verbs of acts that rest on more of the record than their rows of the trail tell. Whoever applies a proposal of one needs the
   * version that it was made from; of any other, its plan tells all that would be another.
   */
  untold?: readonly string[];
  /** The labels of the fields in its `before` and `after`. */
  fields?: Readonly<Record<string, string>>;
  /** Fields that hold ids of other records: the kind referred to, by the action, the id of the record and its values. */
  refs?: Readonly<Record<string, (action: string, id: string, side: Readonly<Record<string, unknown>>) => string>>;
  /** Fields that name fields of another kind of record, such as 'author, published': that kind, by their values. */
  fieldNames?: Readonly<Record<string, (side: Readonly<Record<string, unknown>>) => string>>;
  /** Labels of enumerated values, by field and value; 'folder/*' labels paths in a folder, '*' any other value. */
  values?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** How the items of its fields that are lists are told, so that a change names an item and not its place in the list. */
  items?: Readonly<Record<string, ItemText>>;
  /** Fields with rich text, told without its markup; also those within others. */
  rich?: readonly string[];
  /** Its texts, if they travel to translators and back. */
  texts?: TravellingTexts;
  /** What it adds to the pages of records of higher layers. */
  parts?: readonly RecordPart[];
}

/** The name and the value of an item in the caller's language: `Price in USD, 365 days` and `$19.90`. */
type ItemText = (ctx: Context, item: Readonly<Record<string, unknown>>) => { name: string; value: string };

/** A record in a mixed list. */
export interface NamedRecord {
  entity: string;
  id: string;
}

/** The title of a record, or the last one of a deleted record. */
interface RecordTitle {
  title: string;
  gone: boolean;
}

/** Finds what was looked up for a record. */
type Lookup<T> = (kind: string, id: string | number) => T | undefined;

/** The kinds of records of all features. References, undos, the finder and the screens of trails read them. */
export class Records {
  private readonly kinds = new Map<string, RecordDeclaration>();

  define(...kinds: readonly RecordDeclaration[]): void {
    for (const one of kinds) {
      if (this.kinds.has(one.kind)) throw new Error(`The kind of record ${one.kind} is declared twice`);
      this.kinds.set(one.kind, one);
    }
  }

  /** Every kind, in the order of declaration. */
  get all(): readonly RecordDeclaration[] {
    return [...this.kinds.values()];
  }

  of(kind: string): RecordDeclaration | undefined {
    return this.kinds.get(kind);
  }

  hrefOf(kind: string, id: string): string | null {
    return this.of(kind)?.href?.(id) ?? null;
  }

  /** The field of `before` and `after` that has the title of a record. */
  titleField(kind: string): string {
    const { title, titles } = this.of(kind) ?? {};
    return title ?? (typeof titles === 'object' ? titles.title : undefined) ?? 'title';
  }

  /** Looks up the titles of these records, last known titles for deleted ones; the returned function finds them. */
  async titles(ctx: Context, records: readonly NamedRecord[]): Promise<Lookup<string>> {
    const found = await this.lookUp(ctx, records);
    return (kind, id) => found(kind, id)?.title;
  }

  /** Looks up the titles of these records, and which of them are gone. */
  async lookUp(ctx: Context, records: readonly NamedRecord[]): Promise<Lookup<RecordTitle>> {
    const byKind = Map.groupBy(records, ({ entity }) => entity);
    const found = await Promise.all(
      [...byKind].map(async ([kind, some]) => {
        const ids = [...new Set(some.map(({ id }) => id))];
        return [kind, await this.titlesOf(ctx, kind, ids)] as const;
      }),
    );
    const titles = new Map(found);
    return (kind, id) => titles.get(kind)?.get(String(id));
  }

  private async titlesOf(ctx: Context, kind: string, ids: readonly string[]): Promise<Map<string, RecordTitle>> {
    const titles = this.of(kind)?.titles;
    if (!titles) return new Map();
    const present = await (typeof titles === 'function' ? titles(ctx, ids) : titlesIn(ctx, titles, ids));
    const missing = ids.filter((id) => !present.has(id));
    const last = await lastTitles(ctx, kind, missing, this.titleField(kind));
    const named = (found: ReadonlyMap<string, string>, gone: boolean) =>
      [...found].map(([id, title]) => [id, { title, gone }] as const);
    return new Map([...named(last, true), ...named(present, false)]);
  }
}

/** Where the titles of a kind of record are: `{ table: 'series', key: 'ser_idx' }`. */
interface TitleColumns {
  table: keyof DB;
  /** The column with the id used in the audit trail. */
  key: string;
  /** The column of the title, if it is not `title`. */
  title?: string;
  /** The key is text, not a number. */
  text?: true;
  /** The key within an id that holds more than the key. */
  keyIn?: (id: string) => string;
}

/** The titles of existing records, by id. */
async function titlesIn(
  ctx: Context,
  { table, key, title = 'title', text, keyIn = (id) => id }: TitleColumns,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const byKey = new Map(ids.map((id) => [keyIn(id), id]));
  const keys = [...byKey.keys()].filter((one) => text ?? /^\d{1,9}$/.test(one));
  const { rows } = await sql<{ key: string; title: string | null }>`
    select ${sql.ref(key)}::text as key, ${sql.ref(title)} as title from ${sql.table(table)}
    where ${sql.ref(key)} = any(${keys}::text[]${text ? sql`` : sql`::integer[]`})`.execute(ctx.db);
  return new Map(rows.flatMap((row) => (row.title === null ? [] : [[byKey.get(row.key) ?? row.key, row.title]])));
}

/** The last titles of deleted records, by id, from their deletion's audit row; `field` contains the title. */
async function lastTitles(
  ctx: Context,
  kind: string,
  ids: readonly string[],
  field: string,
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; title: string | null }>`
    select distinct on (entity_id) entity_id as id, before ->> ${field} as title from audit
    where entity = ${kind} and entity_id = any(${ids}::text[]) and action = ${`${kind}.deleted`}
    order by entity_id, audit_idx desc`.execute(ctx.db);
  return new Map(rows.flatMap(({ id, title }) => (title === null ? [] : [[id, title]])));
}
