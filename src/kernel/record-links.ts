/** How records of one kind are named and opened in mixed lists such as the audit trail. Names are message keys. */
export interface RecordKind {
  /** The entity of its audit rows: 'book'. */
  entity: string;
  label: string;
  /** The URL of a record; absent if it has no screen. The id is that of the audit row. */
  href?: (id: string) => string;
  /** Labels of acts that are more than their verb, by action: `{ 'staff.password_reset': 'staff.did_reset' }`. */
  actions?: Readonly<Record<string, string>>;
  /** The labels of the fields in its `before` and `after`. */
  fields?: Readonly<Record<string, string>>;
}

/** The register of record kinds, so that one screen can name and open the records of many features. */
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
}
