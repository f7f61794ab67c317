import type { RawBuilder } from 'kysely';
import type { JobProgress } from '../jobs/job-progress.ts';
import type { ActUndo } from '../records/act-undo.ts';
import type { Context } from '../work/context.ts';

/** Under which heading a kind of fault stands, in this order. */
export const faultGroups = ['titles', 'numbers', 'series', 'words', 'readers', 'codes'] as const;

/** Texts of a record by field, as the kind of change names them. */
export type FaultTexts = Readonly<Record<string, string>>;

/** How a fault is mended: by a change of a kind that sets of changes have. */
export interface FaultFix {
  /** The kind of change, see `kinds.ts`; the records at fault are of its kind. */
  change: string;
  /** The act in the trail, if the change is not of books: its verb, which no other kind of fault has, and its message key. */
  act?: { verb: string; did: string };
  /** What the fields become that the fault is about; null if nobody but a person can say. */
  fields: (about: FaultTexts) => FaultTexts | null;
}

/** How a fault is mended that no change of fields mends: by an act of the feature of the records. */
export interface FaultAct {
  /** The verb of the act in the trail: no other kind of fault has it. */
  verb: string;
  /** Message keys: the act in the trail, and what is said before it, as the list does not show what it does. */
  did: string;
  asks: string;
  /** Locks the records until the transaction ends. */
  lock: (ctx: Context, ids: readonly string[]) => Promise<unknown>;
  /** Mends these records, which are locked and at fault, as part of an act; answers how many. It leaves those that a rule refuses. */
  mend: (ctx: Context, act: number, ids: readonly string[], how: Mending) => Promise<number>;
  undo: ActUndo;
}

/** Why records are mended, for the trail, and whom to report to if a job does it. */
export interface Mending {
  reason: string;
  progress?: JobProgress | undefined;
}

/** A kind of fault that stored records have, declared by the feature of these records. */
export interface FaultKind {
  /** As calls name it. */
  fault: string;
  group: (typeof faultGroups)[number];
  /** Message keys: what it is called, and what is wrong, in a sentence. */
  name: string;
  says: string;
  /** The kind of records that have it. */
  entity: string;
  /** The kinds of changes that bring or end it. */
  follows: readonly string[];
  /**
   * A query for the records at fault, a row each: `place` (number, their order), `id` (text, as the trail names the record),
   * `title` (text), `about` (jsonb: the texts that the fault is about, by field, as they are), and `line` (text: what is
   * wrong, in data alone, or null).
   */
  find: RawBuilder<unknown>;
  /** How it is mended: with one of the two, or by a person alone. */
  fix?: FaultFix;
  act?: FaultAct;
  /** Records of other kinds that have it too. */
  also?: readonly AlsoAtFault[];
}

/**
 * Records of another kind that have a fault which another feature declares. Where that feature mends its own by a change, these are
 * mended by theirs in the same act; otherwise by people on their pages. Calls name them by their kind and id, such as `series/12`.
 */
export interface AlsoAtFault extends Pick<FaultKind, 'fault' | 'entity' | 'follows' | 'find'> {
  fix?: Pick<FaultFix, 'change' | 'fields'>;
}

/** The registry of kinds of faults: features declare those of their records. */
export class Faults {
  private readonly kinds = new Map<string, FaultKind>();
  private readonly others: AlsoAtFault[] = [];

  add(...kinds: readonly FaultKind[]): void {
    for (const kind of kinds) this.kinds.set(kind.fault, kind);
  }

  /** Says that records of another kind can have a fault too, whichever feature is registered first. */
  addAlso(...others: readonly AlsoAtFault[]): void {
    this.others.push(...others);
  }

  of(fault: string): FaultKind | undefined {
    const kind = this.kinds.get(fault);
    const also = this.others.filter((other) => other.fault === fault);
    if (!kind || also.length === 0) return kind;
    return { ...kind, also, follows: [...new Set([kind, ...also].flatMap(({ follows }) => follows))] };
  }

  /** Every kind, by its group, otherwise in the order of declaration. */
  get all(): readonly FaultKind[] {
    const kinds = [...this.kinds.keys()].flatMap((fault) => this.of(fault) ?? []);
    return kinds.toSorted((a, b) => faultGroups.indexOf(a.group) - faultGroups.indexOf(b.group));
  }
}
