import type { Context } from './context.ts';
import { AppError } from './errors.ts';

/** Records of one kind that refer to others: 'collection' contains books. */
export interface Reference {
  /** A short name of the referring record, shown to staff. */
  label: string;
  /** The message key of its kind. */
  kind: string;
  /** Its URL. */
  href: string | null;
}

/** Where a record is used, as a screen shows it: how many places, and the first few. */
export interface Uses {
  count: number;
  first: Reference[];
}

export interface ReferenceFinder {
  /** What is referred to: 'book', 'series', 'level', 'category', 'agegroup'. */
  of: string;
  /** How many records refer to these, and the first few. */
  find(ctx: Context, ids: readonly (string | number)[]): Promise<{ count: number; first: Reference[] }>;
  /** Which of these are referred to: of many that are to be removed at once, they stay. */
  held(ctx: Context, ids: readonly string[]): Promise<string[]>;
  /** How many records refer to each of these, or to each of all; those without any are absent. For lists. */
  counts?(ctx: Context, ids?: readonly number[]): Promise<{ id: number; count: number }[]>;
}

/** Records that go along when one of another kind is deleted: the levels of a series. */
export interface Parts {
  of: string;
  parts: string;
  ids(ctx: Context, id: string): Promise<(string | number)[]>;
}

/** The register of references, so that a deletion can ask higher layers without importing them. */
export class References {
  private readonly finders: ReferenceFinder[] = [];
  private readonly parts: Parts[] = [];

  add(finder: ReferenceFinder): void {
    this.finders.push(finder);
  }

  addParts(parts: Parts): void {
    this.parts.push(parts);
  }

  /** What keeps a record from being deleted: what refers to it, or if nothing does, to what would go along. */
  async keeping(ctx: Context, of: string, id: string): Promise<{ count: number; first: Reference[] }> {
    const found = await this.find(ctx, of, [id]);
    const parts = this.parts.find((one) => one.of === of);
    return found.count > 0 || !parts ? found : this.find(ctx, parts.parts, await parts.ids(ctx, id));
  }

  /** All references to these records, by feature; empty if there are none. */
  async find(
    ctx: Context,
    of: string,
    ids: readonly (string | number)[],
  ): Promise<{ count: number; first: Reference[] }> {
    const asked = this.finders.filter((finder) => finder.of === of);
    const found = await Promise.all(asked.map((finder) => finder.find(ctx, ids)));
    return { count: found.reduce((sum, part) => sum + part.count, 0), first: found.flatMap((part) => part.first) };
  }

  /** The references to one record for a screen: their kinds in the reader's language. */
  async shown(ctx: Context, of: string, id: string | number): Promise<Uses> {
    const { count, first } = await this.find(ctx, of, [id]);
    return { count, first: first.map(({ kind, ...use }) => ({ ...use, kind: ctx.text(kind) })) };
  }

  /** How many records refer to each of these, or to each of the kind, for lists that show it. */
  async counts(ctx: Context, of: string, ids?: readonly number[]): Promise<Map<number, number>> {
    const asked = this.finders.filter((finder) => finder.of === of);
    const found = await Promise.all(asked.map(async (finder) => finder.counts?.(ctx, ids) ?? []));
    const counts = new Map<number, number>();
    for (const { id, count } of found.flat()) counts.set(id, (counts.get(id) ?? 0) + count);
    return counts;
  }

  /** Which of these records anything refers to. */
  async held(ctx: Context, of: string, ids: readonly string[]): Promise<Set<string>> {
    const asked = this.finders.filter((finder) => finder.of === of);
    const found = await Promise.all(asked.map((finder) => finder.held(ctx, ids)));
    return new Set(found.flat());
  }
}

/** Throws 409 with the message `key` ({count}, {first}) if anything refers to the record. */
export async function requireUnused(
  ctx: Context,
  references: References,
  of: string,
  id: string | number,
  key: string,
): Promise<void> {
  const found = await references.find(ctx, of, [id]);
  if (found.count === 0) return;
  throw new AppError(409, key, holdersOf(found), { details: { count: found.count, references: found.first } });
}

/** What a refusal says of holders: how many, and the first few by name. */
export function holdersOf({ count, first }: { count: number; first: readonly Reference[] }) {
  const names = first.map((reference) => reference.label).join(', ');
  return { count, first: count > first.length ? `${names} …` : names };
}
