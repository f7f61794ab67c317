import type { Context } from './context.ts';

/** What a part shows of one record: how many of something, and what staff should know before they change the record. */
export interface PartState {
  count: number;
  note: { tone: 'problem' | 'warn' | 'done'; text: string } | null;
}

/** A part of a record's page that a feature below the record's own adds. */
export interface RecordPart {
  /** The kind of record: 'collection'. */
  of: string;
  /** The message key of its tab. */
  label: string;
  /** Where the part is, by the id of the record. */
  href(id: string): string;
  state(ctx: Context, id: string): Promise<PartState>;
}

/** A part as the page of a record shows it, in the reader's language. */
export interface ShownPart extends PartState {
  label: string;
  href: string;
}

/** The register of parts that features add to the pages of records above them. */
export class RecordParts {
  private readonly parts: RecordPart[] = [];

  add(part: RecordPart): void {
    this.parts.push(part);
  }

  async of(ctx: Context, kind: string, id: string): Promise<ShownPart[]> {
    const added = this.parts.filter((part) => part.of === kind);
    return Promise.all(
      added.map(async (part) => ({
        label: ctx.text(part.label),
        href: part.href(id),
        ...(await part.state(ctx, id)),
      })),
    );
  }
}
