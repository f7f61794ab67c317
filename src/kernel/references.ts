import type { Context } from './context.ts';
import { AppError } from './errors.ts';

/** Records of one kind that hold others: 'collection' holds books. */
export interface Reference {
  /** A short name of the holding record, shown to staff. */
  label: string;
  /** The message key of its kind. */
  kind: string;
  /** Where it is opened. */
  href: string | null;
}

export interface ReferenceFinder {
  /** What is held: 'book', 'series', 'level', 'category', 'agegroup'. */
  of: string;
  /** How many records hold these, and the first few of them. */
  find(ctx: Context, ids: readonly (string | number)[]): Promise<{ count: number; first: Reference[] }>;
  /** Which of these are held: for kinds that are removed many at once. */
  held?(ctx: Context, ids: readonly string[]): Promise<string[]>;
  /** How many hold each of these, or each of all; those that nothing holds are absent. For lists. */
  counts?(ctx: Context, ids?: readonly number[]): Promise<{ id: number; count: number }[]>;
}

/** The register of who refers to what, so that a deletion can ask upward without importing upward. */
export class References {
  private readonly finders: ReferenceFinder[] = [];

  add(finder: ReferenceFinder): void {
    this.finders.push(finder);
  }

  /** Every holder of these records, as each feature found them; empty where nothing holds them. */
  async find(
    ctx: Context,
    of: string,
    ids: readonly (string | number)[],
  ): Promise<{ count: number; first: Reference[] }> {
    const asked = this.finders.filter((finder) => finder.of === of);
    const found = await Promise.all(asked.map((finder) => finder.find(ctx, ids)));
    return { count: found.reduce((sum, part) => sum + part.count, 0), first: found.flatMap((part) => part.first) };
  }

  /** How many hold each of these records, or each of their kind, where holders tell it; for lists that show it. */
  async counts(ctx: Context, of: string, ids?: readonly number[]): Promise<Map<number, number>> {
    const asked = this.finders.filter((finder) => finder.of === of);
    const found = await Promise.all(asked.map(async (finder) => finder.counts?.(ctx, ids) ?? []));
    const counts = new Map<number, number>();
    for (const { id, count } of found.flat()) counts.set(id, (counts.get(id) ?? 0) + count);
    return counts;
  }

  /** Those of these records that anything holds. */
  async held(ctx: Context, of: string, ids: readonly string[]): Promise<Set<string>> {
    const asked = this.finders.filter((finder) => finder.of === of);
    const found = await Promise.all(asked.map(async (finder) => finder.held?.(ctx, ids) ?? []));
    return new Set(found.flat());
  }
}

/** Refuses, with 409 and the message `key` ({count}, {first}), while anything holds the record. */
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
