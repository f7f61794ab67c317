/** How records of one kind are named and opened where kinds meet, as in the audit trail. Names are message keys. */
export interface RecordKind {
  /** The entity of its audit rows: 'book'. */
  entity: string;
  label: string;
  /** Where a record is opened; absent where it has no screen. The id comes as the audit row has it. */
  href?: (id: string) => string;
  /** Acts whose name is not their verb alone, by action: `{ 'staff.password_reset': 'staff.did_reset' }`. */
  actions?: Readonly<Record<string, string>>;
  /** The fields of its `before` and `after`. */
  fields?: Readonly<Record<string, string>>;
}

/** The register of kinds of records, so that one screen can name and open what many features own. */
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
