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
  const { count, first } = await references.find(ctx, of, [id]);
  if (count === 0) return;
  const names = first.map((reference) => reference.label).join(', ');
  throw new AppError(409, key, { count, first: names }, { details: { count, references: first } });
}
