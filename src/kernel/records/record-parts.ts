import type { Context } from '../work/context.ts';
import type { Succession } from './succession.ts';

/** An amount of money: a decimal with an ISO 4217 currency. */
export interface Money {
  amount: string;
  currency: string;
}

/** A fact about a record, shown at a glance. */
export interface RecordFact {
  /** A message key; the translated text where it is shown. */
  label: string;
  value: number | readonly Money[];
  /** A list of exactly the records counted. */
  href?: string;
}

/** What a tab shows about one record: a count, and what staff should know before changing the record. */
export interface PartState {
  count: number;
  note: { tone: 'problem' | 'warn' | 'done'; text: string } | null;
}

/** What staff should know about a record early, in the reader's language, and where they can act. */
export interface RecordWarning {
  title: string;
  line: string;
  href: string;
  act: string;
}

/** A column that a feature adds to the list of a kind of record: values by id; its label is a message key. */
export interface ListedPart {
  key: string;
  label: string;
  /** Numbers, or times in seconds. */
  as: 'number' | 'date';
  values: Readonly<Record<string, number>>;
  /** It is a part of a whole with the others that have one: what is ahead, in use, over or bad. */
  share?: 'ahead' | 'live' | 'over' | 'bad';
  /** The URL of the list of what is counted, to which the id is added. */
  href: string;
}

/** A kind of file that records are read from besides sheets. */
export interface ReadFile {
  /** How its name ends: '.xml'. */
  endings: readonly string[];
  /** Its name in every language: 'ONIX 3'. */
  name: string;
  /** A module whose `readSheet` reads it, in a thread of its own if the file is large. */
  reader: URL;
}

/** What a feature adds to the pages of a record of a feature in a higher layer. */
export interface RecordPart {
  /** The kind of record: 'customer'. */
  of: string;
  /** A separate tab; its label is a message key. */
  tab?: {
    label: string;
    href(id: string): string;
    state?(ctx: Context, id: string): Promise<PartState>;
    /** The card on the page of the record that leads to it, in place of a tab. */
    card?: string;
    /** It stands behind the tabs of later features, too. */
    isLast?: true;
  };
  /** An action on the record, in its own dialog; its label is a message key. */
  act?: {
    label: string;
    href(id: string): `/${string}`;
    /** The path of the dialog for the records selected in their list, to which the list's filter is added. */
    selected?: `/${string}`;
    /** It puts the record into others, and so is offered beside where the record is used. */
    isUse?: true;
    /** How many things it leads to, shown on its button. */
    count?: (ctx: Context, id: string) => Promise<number>;
    /** As `count`, for the records of a list, by id: those that have any are marked there. */
    counts?: (ctx: Context, ids: readonly string[]) => Promise<ReadonlyMap<string, number>>;
    /** The name of its icon, see `ui/icon.tsx`. */
    icon?: string;
    /** The key that presses its button on the page of the record. */
    pressedBy?: string;
    /** What is said once its dialog has made something: a message key. */
    done?: string;
  };
  /** What the feature has about single fields of the record, shown at them in its form. */
  atFields?: {
    /** A message key: what there is about them. */
    label: string;
    icon: string;
    /** Where it is; the name of the field is put at its end. */
    href(id: string): `/${string}`;
    /** The names of the fields that it can be about, without languages. */
    fields(): readonly string[];
    /** How many things there are about each field, by name, with the language where it is one of several. */
    counts(ctx: Context, id: string): Promise<Readonly<Record<string, number>>>;
  };
  /** A file of the records of their list: its label is a message key, and the list's filter is added to its path. */
  download?: { label: string; href: `/${string}` };
  /** A kind of file that can be imported as such records. */
  reads?: ReadFile;
  /** Facts about the record, shown on its pages at a glance. */
  facts?(ctx: Context, id: string): Promise<RecordFact[]>;
  /** Warnings, shown on its pages before anything else. */
  warnings?(ctx: Context, id: string): Promise<RecordWarning[]>;
  /** What the feature stores about the record goes over to the one that takes its place. */
  follows?: Succession;
  /** Columns of its list, for the records on a page. */
  listed?(ctx: Context, ids: readonly string[]): Promise<ListedPart[]>;
}

/** A tab as shown on a record's page, in the reader's language. */
export interface ShownPart extends Partial<PartState> {
  label: string;
  href: string;
  card?: string;
}

/** What a feature offers to do with a record, in the reader's language. */
export interface ShownAct {
  label: string;
  href: `/${string}`;
  isUse?: true;
  /** How many things it leads to. */
  count?: number;
  /** What these are about: their number is asked for again when it may be another. */
  about?: { kind: string; id: string };
  icon?: string;
  pressedBy?: string;
  done?: string;
}

/** What marks the records of a list, by id. */
export type ShownMarks = Readonly<Record<string, readonly ShownAct[]>>;

/** The parts of one record. */
export interface ShownParts {
  tabs: ShownPart[];
  /** Each opens as a dialog. */
  acts: ShownAct[];
  facts: RecordFact[];
  warnings: RecordWarning[];
}

type Declared = readonly { parts?: readonly RecordPart[] }[];

const declaredOf = (declared: Declared, kind: string): RecordPart[] =>
  declared.flatMap((one) => one.parts ?? []).filter((part) => part.of === kind);

/** What other features show of a record, in the order of declaration. The id is the one in its URL. */
export async function partsOf(ctx: Context, declared: Declared, kind: string, id: string): Promise<ShownParts> {
  const parts = declaredOf(declared, kind);
  const [tabs, acts, facts, warnings] = await Promise.all([
    Promise.all(
      parts
        .flatMap(({ tab }) => tab ?? [])
        .toSorted((one, other) => Number(one.isLast ?? false) - Number(other.isLast ?? false))
        .map(async (tab) => ({
          label: ctx.text(tab.label),
          href: tab.href(id),
          ...(tab.card !== undefined && { card: tab.card }),
          ...(await tab.state?.(ctx, id)),
        })),
    ),
    countedActsOn(ctx, declared, kind, id),
    Promise.all(parts.map(async (part) => (await part.facts?.(ctx, id)) ?? [])),
    warningsOn(ctx, declared, kind, id),
  ]);
  const labelled = facts.flat().map((fact) => ({ ...fact, label: ctx.text(fact.label) }));
  return { tabs, acts, facts: labelled, warnings };
}

/** What other features offer to do with a record of a kind, each in a dialog. */
export const actsOn = (ctx: Context, declared: Declared, kind: string, id: string): ShownParts['acts'] =>
  declaredOf(declared, kind).flatMap(({ act }) => (act ? [shownAct(ctx, act, id)] : []));

const shownAct = (ctx: Context, act: NonNullable<RecordPart['act']>, id: string): ShownAct => ({
  label: ctx.text(act.label),
  href: act.href(id),
  ...(act.isUse && { isUse: act.isUse }),
  ...(act.icon !== undefined && { icon: act.icon }),
  ...(act.pressedBy !== undefined && { pressedBy: act.pressedBy }),
  ...(act.done !== undefined && { done: ctx.text(act.done) }),
});

/** What other features offer on the page of a record, with how many things each leads to. */
export const countedActsOn = (ctx: Context, declared: Declared, kind: string, id: string): Promise<ShownAct[]> =>
  Promise.all(
    declaredOf(declared, kind)
      .flatMap(({ act }) => act ?? [])
      .map(async (act) => ({
        ...shownAct(ctx, act, id),
        ...(act.count && { count: await act.count(ctx, id), about: { kind, id } }),
      })),
  );

/** What a feature has about the fields of a record, in the reader's language; null if none has anything. */
export async function fieldMarksOn(ctx: Context, declared: Declared, kind: string, id: string) {
  // One mark at a field says what it leads to; a second feature would need a second one beside it.
  const of = declaredOf(declared, kind).find(({ atFields }) => atFields)?.atFields;
  if (!of) return null;
  const { icon } = of;
  return {
    label: ctx.text(of.label),
    icon,
    href: of.href(id),
    fields: [...of.fields()],
    counts: await of.counts(ctx, id),
  };
}

/** What marks the records of a list: those that other features have something about. */
export async function marksOn(
  ctx: Context,
  declared: Declared,
  kind: string,
  ids: readonly string[],
): Promise<ShownMarks> {
  const marks: Record<string, ShownAct[]> = {};
  const acts = declaredOf(declared, kind).flatMap(({ act }) => (act?.counts ? [{ act, counts: act.counts }] : []));
  // One statement for each feature that marks such records.
  for (const { act, counts } of ids.length > 0 ? acts : []) {
    for (const [id, count] of await counts(ctx, ids)) {
      marks[id] ??= [];
      marks[id].push({ ...shownAct(ctx, act, id), count, about: { kind, id } });
    }
  }
  return marks;
}

/** What other features offer to do with the records selected in their list. */
export const actsOnSelected = (ctx: Context, declared: Declared, kind: string): ShownParts['acts'] =>
  declaredOf(declared, kind).flatMap(({ act }) =>
    act?.selected ? [{ label: ctx.text(act.label), href: act.selected }] : [],
  );

/** The files that other features make of the records of a list, besides its sheets. */
export const downloadsOf = (ctx: Context, declared: Declared, kind: string): ShownParts['acts'] =>
  declaredOf(declared, kind).flatMap(({ download }) =>
    download ? [{ label: ctx.text(download.label), href: download.href }] : [],
  );

/** The kinds of files that other features read as records of a kind. */
export const filesReadAs = (declared: Declared, kind: string): ReadFile[] =>
  declaredOf(declared, kind).flatMap(({ reads }) => reads ?? []);

/** What staff should know about a record, from all features. */
export const warningsOn = async (
  ctx: Context,
  declared: Declared,
  kind: string,
  id: string,
): Promise<RecordWarning[]> =>
  (await Promise.all(declaredOf(declared, kind).map(async (part) => (await part.warnings?.(ctx, id)) ?? []))).flat();

/** The columns that other features add to a list of records of a kind, in the reader's language. */
export async function listedOf(
  ctx: Context,
  declared: Declared,
  kind: string,
  ids: readonly string[],
): Promise<ListedPart[]> {
  const found = await Promise.all(
    declaredOf(declared, kind).map(async (part) => (await part.listed?.(ctx, ids)) ?? []),
  );
  return found.flat().map((part) => ({ ...part, label: ctx.text(part.label) }));
}
