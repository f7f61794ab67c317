/** A record, identified by the kind and id of its changes. */
export interface Shown {
  kind: string;
  id: string | number;
}

/** What a page follows, as attributes of its body: kinds of records, and the record it shows. */
export function liveAttributes(cursor: string | null, kinds: readonly string[], record: Shown | null): string {
  if (kinds.length === 0 && !record) return '';
  const after = cursor === null ? '' : ` data-cursor="${cursor}"`;
  const shown = record ? ` data-kind="${record.kind}" data-record="${escapeHtml(String(record.id))}"` : '';
  return ` data-follows="${kinds.join(',')}"${shown}${after}`;
}

/** The names of the views in some markup. */
export const viewsIn = (markup: string) =>
  Array.from(markup.matchAll(/<div data-view="([^"]+)"/g), ([, name = '']) => name);

/** A value as JSON that may stand in a script element. */
export const scriptJson = (value: unknown) => JSON.stringify(value ?? {}).replaceAll('<', '\\u003c');

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text that may stand in markup and in attributes. */
export const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => entities[character] ?? character);
