/** The register of parts that have an audit trail of their own, under the id of the record they belong to. */
export class Histories {
  private readonly parts = new Map<string, string[]>();

  /** What happens to `part` belongs into the history of the `entity` of the same id. */
  add(entity: string, part: string): void {
    this.parts.set(entity, [...this.partsOf(entity), part]);
  }

  partsOf(entity: string): readonly string[] {
    return this.parts.get(entity) ?? [];
  }
}
