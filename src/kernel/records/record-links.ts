import type { Context } from '../work/context.ts';
import { lastTitles } from './last-titles.ts';

/**
 * How records of one kind are named and opened in mixed lists, such as the audit trail. Names are message keys. With
 * one entry here, a feature's records appear there by title, with a link, and with fields in every language.
 */
export interface RecordKind {
  /** The entity of its audit rows: 'book'. */
  entity: string;
  label: string;
  /** The id of acts on all of its records together, such as a new order, and a name for them: `All series`. */
  all?: { id: string; label: string };
  /** The URL of a record; absent if it has no screen. The id is that of the audit row. */
  href?: (id: string) => string;
  /** The titles of records by id; deleted ones are missing. */
  titles?: (ctx: Context, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  /** The field of `before` and `after` that has the title of a deleted record, if it is not `title`. */
  title?: string;
  /** Labels of acts that say more than their verb, by action: `{ 'staff.password_reset': 'staff.did_reset' }`. */
  actions?: Readonly<Record<string, string>>;
  /** The labels of the fields in its `before` and `after`. */
  fields?: Readonly<Record<string, string>>;
  /** Fields that hold ids of other records: the entity referred to, by action. */
  refs?: Readonly<Record<string, (action: string) => string>>;
  /** Labels of enumerated values, by field and value; 'folder/*' labels paths in a folder, '*' any other value. */
  values?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** How an edit is reverted from the history of the record. */
  restore?: {
    /** The fields that can be restored; an edit of any other field cannot. */
    fields: readonly string[];
    /** Sets these values on the record, as its editor would. */
    write: (ctx: Context, id: string, values: Readonly<Record<string, unknown>>) => Promise<unknown>;
  };
}

/** A record in a mixed list. */
export interface NamedRecord {
  entity: string;
  id: string;
}

/** The registry of record kinds, so that one screen can name and open the records of many features. */
export class RecordLinks {
  private readonly kinds = new Map<string, RecordKind>();

  add(kind: RecordKind): void {
    this.kinds.set(kind.entity, kind);
  }

  of(entity: string): RecordKind | undefined {
    return this.kinds.get(entity);
  }

  hrefOf(entity: string, id: string): string | null {
    return this.kinds.get(entity)?.href?.(id) ?? null;
  }

  /** Looks up the titles of these records, last known titles for deleted ones; the returned function finds them. */
  async titles(
    ctx: Context,
    records: readonly NamedRecord[],
  ): Promise<(entity: string, id: string) => string | undefined> {
    const found = await Promise.all(
      [...Map.groupBy(records, ({ entity }) => entity)].map(async ([entity, some]) => {
        const ids = [...new Set(some.map(({ id }) => id))];
        const kind = this.kinds.get(entity);
        const present = await kind?.titles?.(ctx, ids);
        const gone = ids.filter((id) => !present?.has(id));
        return [entity, { present, gone: kind?.titles && (await lastTitles(ctx, entity, gone, kind.title)) }] as const;
      }),
    );
    const byEntity = new Map(found);
    return (entity, id) => byEntity.get(entity)?.present?.get(id) ?? byEntity.get(entity)?.gone?.get(id);
  }
}
