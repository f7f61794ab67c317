import { AppError } from '../messages/errors.ts';
import type { Context } from '../work/context.ts';
import { idx } from '../work/fields.ts';
import { type DescribedLosses, describeLosses, type Losses } from './losses.ts';

/** A record that refers to another: a 'collection' contains books. */
export interface Reference {
  /** A short name of the referring record, shown to staff. */
  label: string;
  /** The message key of its kind. */
  kind: string;
  /** Its URL. */
  href: string | null;
  /** By which other records it reaches the record, such as "through the series Lantern Street"; absent if it names it. */
  through?: string;
}

/** Records that refer to others: their number, and the first few. */
export interface Referring {
  count: number;
  first: Reference[];
}

/** What keeps records from being deleted; each feature says why in its own words, in the reader's language. */
export interface DeletionBlockers extends Referring {
  reasons: string[];
  /** What the catalogue of messages has for some of these, to be told instead of their number. */
  refusals: string[];
}

/** The records of one kind that refer to a record, as shown on a screen: their number, and the first few. */
export interface UsesOfKind extends Referring {
  /** The URL of a list of all of them; null if there is none. */
  all: string | null;
}

/** Where a record is used, as shown on a screen. */
export interface Uses {
  count: number;
  kinds: UsesOfKind[];
}

type Ids = readonly (string | number)[];

export interface ReferenceFinder {
  /** The kind referred to: 'book', 'series', 'level', 'category', 'agegroup'. */
  of: string;
  /** The ids of this kind are texts, such as a bid. Those of other kinds are keys. */
  hasTextIds?: boolean;
  /** The message that says why these keep a record from being deleted: {count}, {first}. A plain list by default. */
  reason?: string;
  /** The message that the catalogue has for a deletion that these refuse; by default their number is told. */
  refusal?: string;
  /** The number of records that refer to these, and the first few. */
  find(ctx: Context, ids: Ids): Promise<Referring>;
  /** The URL of a list of all records that refer to this one. */
  all?(ctx: Context, id: string | number): string | Promise<string>;
  /** Those of the given records that are referred to, which a bulk removal keeps. */
  referenced(ctx: Context, ids: readonly string[]): Promise<string[]>;
  /** Records that name none of these but contain them through others, as a collection does the books of a series. */
  reaching?: {
    find(ctx: Context, ids: Ids): Promise<Referring>;
    /** Those of the given records that are reached. They may be deleted. */
    reached(ctx: Context, ids: readonly string[]): Promise<string[]>;
  };
  /** The number of references to each of these, or to each of the kind; records without any are absent. For lists. */
  counts?(ctx: Context, ids?: readonly number[]): Promise<{ id: number; count: number }[]>;
}

/** What ends with a record of a kind: the message that says so ({count}), how much there is, and how it ends. */
interface GoneWith {
  of: string;
  text: string;
  count(ctx: Context, id: string): Promise<number>;
  end(ctx: Context, ids: Ids): Promise<void>;
}

/** What a kind of record says of records of other kinds. */
export interface ReferringRecord {
  kind: string;
  /** Which records its own refer to. */
  references?: readonly ReferenceFinder[];
  /** The records deleted together with one of its own: the levels of a series. */
  owns?: { kind: string; ids(ctx: Context, id: string): Promise<(string | number)[]> };
  /** What goes with one of its own. */
  losses?: Losses;
  /** What shows records of other kinds to whoever has it, such as a link: it ends with them, and does not come back. */
  goneWith?: readonly GoneWith[];
}

/** Answers what refers to a record, so that a deletion can ask higher layers without importing them. */
export class References {
  private readonly declared: { readonly all: readonly ReferringRecord[] };

  constructor(declared: { readonly all: readonly ReferringRecord[] }) {
    this.declared = declared;
  }

  private findersOf(of: string): ReferenceFinder[] {
    return this.declared.all.flatMap(({ references }) => references ?? []).filter((finder) => finder.of === of);
  }

  /** Whether a record of this kind can have this id; a kind that nothing can refer to takes any. */
  accepts(of: string, id: string): boolean {
    const finders = [...this.findersOf(of), this.lossesOf(of) ?? []].flat();
    return finders.length === 0 || finders.some(({ hasTextIds }) => hasTextIds) || idx.safeParse(id).success;
  }

  /** What keeps a record from being deleted: references to it or, if none, to the records deleted with it. */
  async blockers(ctx: Context, of: string, id: string): Promise<DeletionBlockers> {
    const found = await this.find(ctx, of, [id]);
    const owned = this.declared.all.find(({ kind }) => kind === of)?.owns;
    return found.count > 0 || !owned ? found : this.find(ctx, owned.kind, await owned.ids(ctx, id));
  }

  /** All references to these records, by feature; empty if there are none. */
  async find(ctx: Context, of: string, ids: Ids): Promise<DeletionBlockers> {
    const found = await Promise.all(
      this.findersOf(of).map(async (finder) => ({ finder, found: await finder.find(ctx, ids) })),
    );
    const blocking = found.filter((one) => one.found.count > 0);
    return {
      ...together(blocking.map((one) => one.found)),
      reasons: blocking.map((one) => reasonOf(ctx, one.finder, one.found)),
      refusals: blocking.flatMap(({ finder: { refusal } }) => (refusal ? [ctx.text(refusal)] : [])),
    };
  }

  /** The records that contain these through others only; they lose them without keeping them from being deleted. */
  async reaching(ctx: Context, of: string, ids: Ids): Promise<Referring> {
    return together(await Promise.all(this.findersOf(of).map((finder) => reachingBy(finder, ctx, ids))));
  }

  /** References to one record for display, their kinds in the reader's language. */
  async shown(ctx: Context, of: string, id: string | number): Promise<Uses> {
    const kinds = await Promise.all(
      this.findersOf(of).map(async (finder) => {
        const found = together(await Promise.all([finder.find(ctx, [id]), reachingBy(finder, ctx, [id])]));
        const all = found.count > found.first.length ? await finder.all?.(ctx, id) : undefined;
        return { ...inLanguage(ctx, found), all: all ?? null };
      }),
    );
    return { count: kinds.reduce((sum, { count }) => sum + count, 0), kinds };
  }

  /** What goes with a record, in figures. */
  async losses(ctx: Context, of: string, id: string): Promise<DescribedLosses> {
    const losses = this.lossesOf(of);
    return describeLosses(ctx, (await losses?.find(ctx, id)) ?? [], losses?.undo);
  }

  /** What goes with the records of a kind, also what other kinds say goes with them. */
  lossesOf(of: string): Losses | undefined {
    const own = this.declared.all.find(({ kind }) => kind === of)?.losses;
    const ending = this.goneWith(of);
    if (!own || ending.length === 0) return own;
    const find = async (ctx: Context, id: string) => {
      const others = ending.map(async (one) => ({ text: one.text, count: await one.count(ctx, id) }));
      return [...(await own.find(ctx, id)), ...(await Promise.all(others))];
    };
    return { ...own, find };
  }

  /** Ends what other kinds say ends with these records, which are about to be deleted. */
  async endWith(ctx: Context, of: string, ids: Ids): Promise<void> {
    for (const one of this.goneWith(of)) await one.end(ctx, ids);
  }

  private goneWith(of: string): GoneWith[] {
    return this.declared.all.flatMap(({ goneWith }) => goneWith ?? []).filter((one) => one.of === of);
  }

  /** The number of references to each of these, or to each record of the kind, for lists that show it. */
  async counts(ctx: Context, of: string, ids?: readonly number[]): Promise<Map<number, number>> {
    const found = await Promise.all(this.findersOf(of).map(async (finder) => finder.counts?.(ctx, ids) ?? []));
    const counts = new Map<number, number>();
    for (const { id, count } of found.flat()) counts.set(id, (counts.get(id) ?? 0) + count);
    return counts;
  }

  /** Those of the given records that anything refers to. */
  async referenced(ctx: Context, of: string, ids: readonly string[]): Promise<Set<string>> {
    const found = await Promise.all(this.findersOf(of).map((finder) => finder.referenced(ctx, ids)));
    return new Set(found.flat());
  }

  /** Those of the given records that anything refers to, or reaches through others. */
  async used(ctx: Context, of: string, ids: readonly string[]): Promise<Set<string>> {
    const reached = this.findersOf(of).map(async ({ reaching }) => reaching?.reached(ctx, ids) ?? []);
    return new Set([...(await this.referenced(ctx, of, ids)), ...(await Promise.all(reached)).flat()]);
  }
}

const reasonOf = (ctx: Context, { reason = 'uses.reason' }: ReferenceFinder, found: Referring): string =>
  ctx.text(reason, { kind: ctx.text(found.first[0]?.kind ?? ''), ...referrerValues(found) });

const reachingBy = async ({ reaching }: ReferenceFinder, ctx: Context, ids: Ids): Promise<Referring> =>
  reaching ? reaching.find(ctx, ids) : { count: 0, first: [] };

/** Several answers as one. */
export const together = (found: readonly Referring[]): Referring => ({
  count: found.reduce((sum, part) => sum + part.count, 0),
  first: found.flatMap((part) => part.first),
});

/** References with their kinds in the reader's language. */
export const inLanguage = (ctx: Context, { count, first }: Referring): Referring => ({
  count,
  first: first.map((use) => ({ ...use, kind: ctx.text(use.kind) })),
});

/** Throws 409 with the message `key` ({count}, {first}, {reasons}) if anything refers to the record. */
export async function requireUnused(
  ctx: Context,
  references: References,
  of: string,
  id: string | number,
  key: string,
): Promise<void> {
  const found = await references.find(ctx, of, [id]);
  if (found.count === 0) return;
  throw new AppError(409, key, blockerValues(found), { details: { count: found.count, references: found.first } });
}

/** The values of a refusal: how many records keep another, the first few by name, and the reasons. */
export const blockerValues = (found: DeletionBlockers) => ({
  ...referrerValues(found),
  reasons: found.reasons.join(' '),
});

/** Describes holders in a refusal: how many there are, and the first few by name. */
export function referrerValues({ count, first }: Referring) {
  const names = first.map((reference) => reference.label).join(', ');
  return { count, first: count > first.length ? `${names} …` : names };
}
