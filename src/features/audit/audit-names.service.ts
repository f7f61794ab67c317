import type { Context } from '#kernel/context.ts';
import { cutText } from '#kernel/cut-text.rules.ts';
import type { HistoryEntry } from '#kernel/history.ts';
import type { Words } from '#kernel/i18n/messages.ts';
import type { RecordKind, RecordLinks } from '#kernel/record-links.ts';
import type { AuditLine } from './audit.contract.ts';
import { changesOf, type Shown } from './audit-changes.rules.ts';

/** How much of an act is described: changes, and characters of one value and of all. */
export interface Extent {
  changes: number;
  characters: number;
  /** Characters of all its changes; the first is always described. */
  total: number;
}

/** Names acts, records and fields in the caller's language, as far as features have named them. */
export class AuditNames {
  private readonly links: RecordLinks;
  private readonly text: (key: string) => string;

  constructor(ctx: Context, links: RecordLinks) {
    this.links = links;
    this.text = ctx.translate<Words>();
  }

  kind(entity: string): string {
    const kind = this.links.of(entity);
    return kind ? this.text(kind.label) : inWords(entity);
  }

  /** What was done: the name its feature gives it, else its verb. */
  action(entity: string, action: string): string {
    const named = this.links.of(entity)?.actions?.[action];
    const verb = action.split('.').at(-1) ?? action;
    return named ? this.text(named) : this.known(`audit.verb.${verb}`, verb);
  }

  /** One act on one record. */
  line(entity: string, id: string, entry: HistoryEntry, extent: Extent): AuditLine {
    const all = changesOf(entry.before, entry.after);
    const kind = this.links.of(entity);
    const changes = all.slice(0, extent.changes).map(({ path, before, after }) => ({
      field: this.field(kind, path),
      before: clipped(before, extent.characters),
      after: clipped(after, extent.characters),
    }));
    let left = extent.total;
    const end = changes.findIndex((change, index) => (left -= lengthOf(change)) < 0 && index > 0);
    const shown = end === -1 ? changes : changes.slice(0, end);
    return {
      audit_idx: entry.audit_idx,
      at: entry.at,
      actor: entry.actor,
      kind: this.kind(entity),
      id,
      // What is gone has no screen any more.
      href: entry.action.endsWith('.deleted') ? null : this.links.hrefOf(entity, id),
      action: this.action(entity, entry.action),
      reason: entry.reason,
      changes: shown,
      more: all.length - shown.length,
    };
  }

  private field(kind: RecordKind | undefined, path: readonly string[]): string {
    if (path.length === 0) return this.text('audit.value');
    return path
      .map((name) => {
        const key = kind?.fields?.[name];
        return key ? this.text(key) : this.known(`audit.field.${name}`, name);
      })
      .join(' › ');
  }

  private known(key: string, name: string): string {
    const text = this.text(key);
    return text === key ? inWords(name) : text;
  }
}

/** A name as a reader writes it: 'age_group' becomes 'Age group'. */
function inWords(name: string): string {
  const words = name.replaceAll(/[_.]/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const clipped = (value: Shown, characters: number): Shown =>
  typeof value === 'string' ? cutText(value, characters) : value;

const lengthOf = ({ field, before, after }: AuditLine['changes'][number]) =>
  field.length + String(before).length + String(after).length;
