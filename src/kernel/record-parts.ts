import type { Context } from './context.ts';

/** An amount of money: a decimal in a currency of ISO 4217. */
export interface Money {
  amount: string;
  currency: string;
}

/** Something to know about a record at a glance. */
export interface RecordFact {
  /** A message key; where it is shown, the text. */
  label: string;
  value: number | readonly Money[];
  /** The list of exactly those. */
  href?: string;
}

/** What a tab shows of one record: how many of something, and what staff should know before they change the record. */
export interface PartState {
  count: number;
  note: { tone: 'problem' | 'warn' | 'done'; text: string } | null;
}

/** What a feature adds to the pages of a record of a feature above it. */
export interface RecordPart {
  /** The kind of record: 'customer'. */
  of: string;
  /** A tab of its own; its label is a message key. */
  tab?: { label: string; href(id: string): string; state?(ctx: Context, id: string): Promise<PartState> };
  /** Something to do with the record, in a dialog of its own; its label is a message key. */
  act?: { label: string; href(id: string): `/${string}` };
  /** What its pages say of the record at a glance. */
  facts?(ctx: Context, id: string): Promise<RecordFact[]>;
}

/** A tab as the page of a record shows it, in the reader's language. */
export interface ShownPart extends Partial<PartState> {
  label: string;
  href: string;
}

/** The parts of one record. */
export interface ShownParts {
  tabs: ShownPart[];
  /** Each opens as a dialog. */
  acts: { label: string; href: `/${string}` }[];
  facts: RecordFact[];
}

/** The register of what features show on the pages of records above them: a customer's codes, a collection's schedule. */
export class RecordParts {
  private readonly parts: RecordPart[] = [];

  add(part: RecordPart): void {
    this.parts.push(part);
  }

  /** What others show of a record, in the order it was registered. The id is that of its address. */
  async of(ctx: Context, kind: string, id: string): Promise<ShownParts> {
    const parts = this.parts.filter((part) => part.of === kind);
    const [tabs, facts] = await Promise.all([
      Promise.all(
        parts
          .flatMap(({ tab }) => tab ?? [])
          .map(async (tab) => ({
            label: ctx.text(tab.label),
            href: tab.href(id),
            ...(await tab.state?.(ctx, id)),
          })),
      ),
      Promise.all(parts.map(async (part) => (await part.facts?.(ctx, id)) ?? [])),
    ]);
    const acts = parts.flatMap(({ act }) => (act ? [{ label: ctx.text(act.label), href: act.href(id) }] : []));
    return { tabs, acts, facts: facts.flat().map((fact) => ({ ...fact, label: ctx.text(fact.label) })) };
  }
}
