import type { Context } from './context.ts';

/** An amount of money: a decimal in a currency of ISO 4217. */
export interface Money {
  amount: string;
  currency: string;
}

/** Something to know about a record at a glance. */
export interface RecordFact {
  /** A message key. */
  label: string;
  value: number | readonly Money[];
  /** The list of exactly those. */
  href?: string;
}

/** What a feature adds to the pages of a record of a feature above it. */
export interface RecordPart {
  /** The kind of record, as references name it: 'customer'. */
  of: string;
  /** A tab of its own. Its label is a message key. */
  tab?: { label: string; href: (id: string | number) => string; count?: (ctx: Context, id: number) => Promise<number> };
  facts?: (ctx: Context, id: number) => Promise<RecordFact[]>;
}

/** The parts of one record, in the reader's language. */
export interface ShownParts {
  tabs: { label: string; href: string; count?: number }[];
  facts: RecordFact[];
}

/** The register of what features below show on the page of a record: a customer's codes, a collection's schedule. */
export class RecordParts {
  private readonly parts: RecordPart[] = [];

  add(part: RecordPart): void {
    this.parts.push(part);
  }

  /** What others show of a record, in the order it was registered. */
  async shown(ctx: Context, of: string, id: number, path: string | number = id): Promise<ShownParts> {
    const parts = this.parts.filter((part) => part.of === of);
    const [tabs, facts] = await Promise.all([
      Promise.all(
        parts
          .flatMap(({ tab }) => tab ?? [])
          .map(async (tab) => {
            const count = await tab.count?.(ctx, id);
            return { label: ctx.text(tab.label), href: tab.href(path), ...(count !== undefined && { count }) };
          }),
      ),
      Promise.all(parts.map((part) => part.facts?.(ctx, id) ?? [])),
    ]);
    return { tabs, facts: facts.flat().map((fact) => ({ ...fact, label: ctx.text(fact.label) })) };
  }
}
