import type { z } from 'zod';
import type { Json } from '../records/version-changes.rules.ts';
import type { Context } from '../work/context.ts';

/** Fields of a record by name. Texts of languages and items of lists have names with dots or colons. */
export type ChangeFields = Readonly<Record<string, Json>>;

/** The fields of records, by the ids that calls name. Records that do not exist are missing. */
export type FieldsById = ReadonlyMap<string, ChangeFields>;

/** Fields of a record, with the values they have and those they get. */
export interface SetFields {
  id: string;
  base: ChangeFields;
  fields: ChangeFields;
}

/** What a draft sets in a record already. */
export interface StagedChange extends SetFields {
  /** The name of the draft: a release. */
  release: string;
}

interface Picture {
  /** The address of a small one. */
  href: string;
  name: string;
  /** Where it can be opened. */
  open: string;
}

/** A file as screens show it. */
export interface ShownFile {
  /** Where it can be opened, or heard. */
  href: string;
  name: string;
  /** How long it is heard, in milliseconds; absent if it is no sound. */
  ms?: number;
}

/** A field as screens show it. */
export interface ShownField {
  /** Its name, where the shown ones do not follow the set ones one by one. */
  field?: string;
  label: string;
  before: string;
  after: string;
  /** What it looks like; the texts name these pictures. */
  pictures?: { before: Picture[]; after: Picture[] };
  /** Where what is set can be opened. */
  href?: string;
  /** The files that are and will be there, as far as they are stored; the texts name them. */
  files?: { before: ShownFile[]; after: ShownFile[] };
  /** The rows of a table that differ, where the field is one. */
  table?: ChangedRows;
}

/** The rows of a table that differ, by column; without one side, a row comes or goes. */
export interface ChangedRows {
  columns: string[];
  rows: { before: string[] | null; after: string[] | null }[];
  /** How many more there are. */
  more: number;
}

/** A change of one record as it is written. */
export interface RecordChange<Values> {
  id: string;
  values: Values;
  /** The version of the record that the caller loaded. */
  version?: number | undefined;
  reason: string;
}

/** What changes are written as. */
export interface MadeAs {
  /** The act that makes them, with which is stored what its undo needs; without one, each record has an act of its own. */
  partOf?: number | undefined;
  /** The act that they take back: they are an earlier state, which rules about new values do not concern. */
  undoes?: number | undefined;
}

/** How new records of a kind are made. */
export interface Creation<Values> {
  /** What the live call takes. */
  values: z.ZodType<Values>;
  /** Draws the id that a new record will have: other changes can name it before it is there. */
  draw(ctx: Context): Promise<string>;
  /** Adds records with the ids that were drawn for them, each by an act of its own. */
  write(ctx: Context, changes: readonly RecordChange<Values>[]): Promise<void>;
  /** What a new record is called, and where it will be found. */
  shown(fields: ChangeFields): { title: string; href: string | null };
}

/**
 * A kind of change, declared by the feature of its records. It writes through the same functions as
 * the live calls, so that rules, trail and versions are theirs.
 */
export interface ChangeKind<Values = unknown> {
  /** As calls name it. */
  kind: string;
  /** The kind of its records, see `records.ts`. */
  entity: string;
  /** The id in the trail, where calls use another one. */
  recordId?(id: string): string;
  /** What a group of its changes is called: a message key. */
  label: string;
  icon: string;
  /** When a change that sets these fields is applied, beside those of other kinds: the lowest first. */
  order(fields: ChangeFields): number;
  /** What the live call takes. */
  values: z.ZodType<Values>;
  /** The fields that values set. */
  namesIn(values: Values): string[];
  /** Values that set these fields. */
  valuesOf(fields: ChangeFields, reason: string | null): Values;
  /** The current fields, at least those that are named; with `lock`, they stay so until the transaction ends. */
  read(ctx: Context, wanted: ReadonlyMap<string, readonly string[]>, lock: boolean): Promise<FieldsById>;
  /** Writes the changes. Returns all fields afterwards of those records of which it knows them; the others are read. */
  write(ctx: Context, changes: readonly RecordChange<Values>[], madeAs: MadeAs): Promise<FieldsById | void>;
  /** How a set of changes adds records; without it, it only changes those that exist. */
  create?: Creation<Values>;
  /** Of which kinds its changes name records that the same set adds, and how they name others instead. */
  names?: { kinds: readonly string[]; renamed(fields: ChangeFields, ids: ReadonlyMap<string, string>): ChangeFields };
  /** Fields whose values are unique among its records, which may exchange them. */
  unique?: {
    fields: readonly string[];
    /** The constraints that see to it; they can be deferred. */
    constraints: readonly string[];
    /** The record that has each of these values, as calls name it. */
    holders(ctx: Context, values: readonly { name: string; value: string }[]): Promise<(string | undefined)[]>;
  };
  /** The files that fields name: they stay while the set of changes waits, and a day longer. */
  files?(fields: ChangeFields): string[];
  /** An undo gives its records back as a whole, so acts on their parts are not undone one by one. */
  isWhole?: boolean;
  /** Whether an act of its own, which has its own undo, sets a field. */
  isByAct?(name: string): boolean;
  /** By field, others whose values depend on each other: it is undone only if none of them was set since. */
  related?: Readonly<Record<string, readonly string[]>>;
  /** Fields that others can rule out: no set is applied after which one of them lacks its value. */
  ruledOut?: readonly string[];
  /** Where the trail tells that a field of a record was set, if not in its own rows by the path that its name is. */
  inTrail?(name: string): { entity?: string; id?: string; paths: readonly string[][] };
  /** Whether a field is made of other records, such as an order: as the trail tells that of those, it is compared as it is. */
  isOfOthers?(name: string): boolean;
  /** Adapts a wanted order to records that were added or removed since it was put in, when it was `base`. */
  fit?(wanted: ChangeFields, now: ChangeFields, base: ChangeFields): ChangeFields;
  /** An undo restores an order with the records that came since. */
  isSequence?: true;
  /** Joins a change to what the same draft sets already, where later values do not simply replace earlier ones. */
  join?(earlier: ChangeFields, base: ChangeFields, fields: ChangeFields): ChangeFields;
  /** Values to be made on what the same draft sets already, which were meant for a record as it is: `base`. */
  onto?(values: Values, base: ChangeFields): Values;
  /** What changes set, in the caller's words; with the titles of the records that it may name and that are yet to be added. */
  describe(ctx: Context, changes: readonly SetFields[], added?: ReadonlyMap<string, string>): Promise<ShownField[][]>;
}

/** The kinds of changes. */
export class ChangeKinds {
  private readonly kinds = new Map<string, ChangeKind>();
  private readonly ofActs = new Map<string, ChangeKind>();

  add<Values>(kind: ChangeKind<Values>): void {
    this.kinds.set(kind.kind, kind);
  }

  /** Adds a kind that only acts of the product make, such as a fix: no set of changes that people put together has it. */
  addOfActs<Values>(kind: ChangeKind<Values>): void {
    this.ofActs.set(kind.kind, kind);
  }

  /** Every kind that people put into sets of changes, in the order of declaration. */
  get all(): readonly ChangeKind[] {
    return [...this.kinds.values()];
  }

  of(kind: string): ChangeKind | undefined {
    return this.kinds.get(kind);
  }

  /** A kind that people or only acts of the product make. */
  ofAny(kind: string): ChangeKind | undefined {
    return this.kinds.get(kind) ?? this.ofActs.get(kind);
  }
}
