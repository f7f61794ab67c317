/** The register of parts with their own audit trail, under the id of the record they belong to. */
export class Histories {
  private readonly parts = new Map<string, string[]>();

  /** Acts on `part` belong to the history of the `entity` with the same id. */
  add(entity: string, part: string): void {
    this.parts.set(entity, [...this.partsOf(entity), part]);
  }

  partsOf(entity: string): readonly string[] {
    return this.parts.get(entity) ?? [];
  }
}
