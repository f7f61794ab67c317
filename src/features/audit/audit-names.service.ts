import { languageTag, localeNames, parseLocale } from '#kernel/messages/locale.ts';
import type { Words } from '#kernel/messages/messages.ts';
import type { HistoryEntry } from '#kernel/records/history.ts';
import type { NamedRecord, RecordDeclaration, Records } from '#kernel/records/records.ts';
import { isRestorable } from '#kernel/records/restorable.ts';
import { cutText } from '#kernel/text/cut-text.rules.ts';
import { plainTextOf } from '#kernel/text/rich-text.ts';
import { diffWords, isReadable, shortened } from '#kernel/text/word-diff.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import type { AuditChange, TrailEntry } from './audit.contract.ts';
import { type Change, changesOf, type Shown, withoutFolders } from './audit-changes.rules.ts';

/** How much of an act is described: the number of changes, and the characters per value and in total. */
export interface Extent {
  changes: number;
  characters: number;
  /** Characters of all changes together; the first change is always described. */
  total: number;
  /**
   * Texts of at least this length are compared word by word, with this many characters of context around differences.
   */
  words?: { from: number; around: number };
  /** Values as stored, not replaced by titles and labels. */
  exact?: true;
}

/** An entry without the state of its act. */
export type NamedEntry = Omit<TrailEntry, 'has_records' | 'part' | 'alone' | 'undoable' | 'undone'>;

type TitleOf = (entity: string, id: string) => string | undefined;

/** Names acts, records and fields in the caller's language, where features define names. */
export class AuditNames {
  private readonly ctx: Context;
  private readonly records: Records;
  private readonly text: (key: string) => string;
  private readonly language: string;
  private readonly titleOf: TitleOf;

  constructor(ctx: Context, records: Records, titleOf: TitleOf = () => undefined) {
    this.ctx = ctx;
    this.records = records;
    this.text = ctx.translate<Words>();
    this.language = languageTag(ctx.locale);
    this.titleOf = titleOf;
  }

  /** Creates names with the titles of the records in these entries, and of the records their fields refer to. */
  static async knowing(ctx: Context, records: Records, entries: readonly HistoryEntry[]): Promise<AuditNames> {
    const named = entries.flatMap((entry) => [
      { entity: entry.entity, id: entry.entity_id },
      ...referredTo(records.of(entry.entity), entry),
    ]);
    return new AuditNames(ctx, records, await records.titles(ctx, named));
  }

  kind(entity: string): string {
    const kind = this.records.of(entity);
    return kind ? this.text(kind.label) : inWords(entity);
  }

  /** The title of a record; for a deleted record, the title in the entry. */
  title({ entity, entity_id: id, before, after }: HistoryEntry): string | null {
    const field = this.records.titleField(entity);
    const former: unknown = Object(after)[field] ?? Object(before)[field];
    return this.titleOf(entity, id) ?? (typeof former === 'string' ? former : null);
  }

  /** The name of an action as its feature defines it, else its verb, in the form that follows one record or `many`. */
  action(entity: string, action: string, many = isAct(entity)): string {
    const verb = action.split('.').at(-1) ?? action;
    const named = this.records.of(entity)?.actions?.[verb] ?? `audit.verb.${verb}`;
    return this.known(many ? named.replace('audit.verb.', 'audit.verb_many.') : named, verb);
  }

  /** One act on one record. */
  entry(entry: HistoryEntry, extent: Extent): NamedEntry {
    const { entity, entity_id: id, action } = entry;
    const kind = this.records.of(entity);
    const all = extent.exact ? changesOf(entry.before, entry.after) : this.changes(kind, entry);
    const first = inOrder(all, kind).slice(0, extent.changes);
    const changes = first.map(({ path, before, after }): AuditChange => {
      const field = this.field(kind, path);
      // An order is not read word by word.
      const isOrder = path.length === 1 && kind?.items?.[path[0] ?? ''] !== undefined;
      const words = isOrder ? undefined : this.words(before, after, extent);
      if (words) return { field, before: null, after: null, words };
      return { field, before: clipped(before, extent.characters), after: clipped(after, extent.characters) };
    });
    const whole = kind?.all?.id === id ? kind.all : undefined;
    const many = isAct(entity) || whole !== undefined;
    let left = extent.total;
    const end = changes.findIndex((change, index) => (left -= lengthOf(change)) < 0 && index > 0);
    const shown = end === -1 ? changes : changes.slice(0, end);
    return {
      audit_idx: entry.audit_idx,
      at: entry.at,
      actor: entry.actor,
      approved_by: entry.approved_by ?? null,
      assistant: entry.assistant ?? null,
      key_name: entry.key_name ?? null,
      entity,
      kind: whole ? this.text(whole.label) : this.kind(entity),
      id,
      title: many ? null : (this.title(entry) ?? id),
      // Deleted records no longer have a screen.
      href: action.endsWith('.deleted') || isAct(entity) ? null : this.records.hrefOf(entity, id),
      action: this.action(entity, action, many),
      reason: entry.reason,
      changes: shown,
      more: all.length - shown.length,
      act: entry.act_idx,
      restorable: isRestorable(kind?.restore, entry),
    };
  }

  /** The changes of an entry; that of a list whose items stay the same is their order. */
  private changes(kind: RecordDeclaration | undefined, entry: HistoryEntry): Change[] {
    const [before, after] = [entry.before, entry.after].map((side) => this.readable(kind, entry, side));
    const isOneSided = entry.before === null || entry.after === null;
    const changes = changesOf(before, after)
      .map((change) => withoutMarkup(kind, change))
      // What is new or gone is described by what it has.
      .filter((change) => !isOneSided || (change.before ?? change.after) !== '');
    const lists = Object.keys(kind?.items ?? {}).filter((field) => !changes.some(({ path }) => path[0] === field));
    const orders = lists.map((field): Change => {
      const [was, is] = [before, after].map((side) => Object.keys(Object(side)[field] ?? {}).join(', '));
      return { path: [field], before: was ?? '', after: is ?? '' };
    });
    return [...changes, ...orders.filter((order) => order.before !== order.after)];
  }

  /** One side of an entry, with record ids replaced by titles and our own words by their labels. */
  private readable(kind: RecordDeclaration | undefined, { action, entity_id }: HistoryEntry, side: unknown): unknown {
    if (!kind) return side;
    if (typeof side !== 'object' || side === null) return side;
    return Object.fromEntries(
      Object.entries(side).map(([field, value]) => {
        const itemOf = kind.items?.[field];
        if (itemOf && Array.isArray(value)) return [field, byName(value.map((item) => itemOf(this.ctx, Object(item))))];
        const ofKind = kind.fieldNames?.[field]?.(Object(side));
        if (ofKind !== undefined) return [field, this.fieldsNamed(ofKind, String(value))];
        const entity = kind.refs?.[field]?.(action, entity_id, Object(side));
        const label = typeof value === 'string' ? labelOf(kind.values?.[field], value) : undefined;
        const one = (id: unknown) => {
          const title = entity === undefined ? undefined : this.titleOf(entity, String(id));
          return title ?? (label ? this.text(label) : id);
        };
        if (entity !== undefined)
          return [field, Array.isArray(value) ? value.map(one) : value === null ? null : one(value)];
        const language = field === 'locale' || field === 'lang' ? parseLocale(value) : undefined;
        return [field, label ? this.text(label) : language ? localeNames[language] : value];
      }),
    );
  }

  /** The labels of fields that a text names one by one. */
  private fieldsNamed(entity: string, names: string): string {
    const kind = this.records.of(entity);
    const labels = names.split(', ').map((name) => {
      // A field of an item has its number before it, 12.start, and an item itself after its kind, book:12.
      const path = name.replace(/:.*/, '').split('.');
      return this.field(
        kind,
        path.filter((part) => !/^\d+$/.test(part)),
      );
    });
    return [...new Set(labels)].join(', ');
  }

  private words(before: Shown, after: Shown, { words }: Extent): AuditChange['words'] {
    if (!words || typeof before !== 'string' || typeof after !== 'string') return undefined;
    const [was, is] = [withoutFolders(before), withoutFolders(after)];
    if (Math.min(was.length, is.length) < words.from) return undefined;
    const pieces = diffWords(was, is, this.language);
    return isReadable(pieces) ? shortened(pieces, words.around) : undefined;
  }

  private field(kind: RecordDeclaration | undefined, path: readonly string[]): string {
    const [first = '', item] = path;
    if (path.length === 0) return this.text('audit.value');
    // Items say themselves what they are.
    if (item !== undefined && path.length === 2 && kind?.items?.[first]) return item;
    const nameOf = (name: string) => {
      const key = kind?.fields?.[name];
      return key ? this.text(key) : this.known(`audit.field.${name}`, name);
    };
    const at = path.findIndex((name) => parseLocale(name));
    const language = parseLocale(path[at]);
    if (!language) return path.map(nameOf).join(' › ');
    const names = path.length > at + 1 ? path.slice(at + 1) : path.slice(0, at);
    return [...names.map(nameOf), names.length === 0 ? localeNames[language] : `(${localeNames[language]})`].join(' ');
  }

  private known(key: string, name: string): string {
    const text = this.text(key);
    return text === key ? inWords(name) : text;
  }
}

/** A change of a rich text as one of its words, unless only its markup was changed. */
function withoutMarkup(kind: RecordDeclaration | undefined, change: Change): Change {
  const { path, before, after } = change;
  if (!kind?.rich?.includes(path.at(-1) ?? '')) return change;
  const [was, is] = [before, after].map((text) => (typeof text === 'string' ? plainTextOf(text) : text));
  return was === is ? change : { path, before: was ?? null, after: is ?? null };
}

/** Values under their names; of one name, the later ones are counted. */
function byName(items: readonly { name: string; value: string }[]): Record<string, string> {
  const named = new Map<string, string>();
  for (const { name, value } of items) {
    let own = name;
    for (let number = 2; named.has(own); number += 1) own = `${name} (${number})`;
    named.set(own, value);
  }
  return Object.fromEntries(named);
}

const labelOf = (labels: Readonly<Record<string, string>> | undefined, value: string): string | undefined =>
  labels?.[value] ?? labels?.[value.replace(/\/.*/, '/*')] ?? labels?.['*'];

/** Acts on many records have no title: their records have. */
const isAct = (entity: string) => entity.endsWith('_act');

/** The records that the fields of an entry refer to by id. */
function referredTo(
  kind: RecordDeclaration | undefined,
  { action, entity_id, before, after }: HistoryEntry,
): NamedRecord[] {
  return Object.entries(kind?.refs ?? {}).flatMap(([field, entityOf]) =>
    [Object(before), Object(after)].flatMap((side) =>
      [side[field]]
        .flat()
        .filter((id) => typeof id === 'number' || typeof id === 'string')
        .map((id) => ({ entity: entityOf(action, entity_id, side), id: String(id) })),
    ),
  );
}

/** Sorts the fields as their feature lists them; the database keeps no order. */
function inOrder(changes: readonly Change[], kind: RecordDeclaration | undefined): Change[] {
  const positions = new Map(Object.keys(kind?.fields ?? {}).map((field, index) => [field, index]));
  const positionOf = ({ path }: Change) => positions.get(path[0] ?? '') ?? positions.size;
  return changes.toSorted((one, other) => positionOf(one) - positionOf(other));
}

/** A name in readable form: 'age_group' becomes 'Age group'. */
function inWords(name: string): string {
  const words = name.replaceAll(/[_.]/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const clipped = (value: Shown, characters: number): Shown =>
  typeof value === 'string' ? cutText(value, characters) : value;

const lengthOf = ({ field, before, after, words = [] }: AuditChange) =>
  field.length + String(before).length + String(after).length + words.reduce((sum, { text }) => sum + text.length, 0);
