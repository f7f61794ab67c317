/** A piece of rich text: words with their entities, or a tag. */
export type Piece = { kind: 'words'; html: string } | { kind: 'open' | 'close' | 'void'; html: string; name: string };

const pieces = /<(\/?)([a-z][a-z0-9]*)((?:\s+[a-z][a-z-]*="[^"<]*")*)\s*(\/?)>|[^<]+|</gi;
const voidTags = new Set(['br']);

/** The pieces of a rich text; null if a tag is unfinished, not closed, or closed in the wrong place. */
export function piecesOf(html: string): Piece[] | null {
  const found: Piece[] = [];
  const open: string[] = [];
  for (const [piece, slash, tag] of html.matchAll(pieces)) {
    if (piece === '<') return null;
    const name = tag?.toLowerCase();
    if (name === undefined) found.push({ kind: 'words', html: piece });
    else if (voidTags.has(name)) found.push({ kind: 'void', html: piece, name });
    else if (slash === '/') {
      if (open.pop() !== name) return null;
      found.push({ kind: 'close', html: piece, name });
    } else {
      if (piece.endsWith('/>')) return null;
      open.push(name);
      found.push({ kind: 'open', html: piece, name });
    }
  }
  return open.length === 0 ? found : null;
}

/** Whether cleaning took markup away: a tag or a link that rich text may not have. */
export function losesMarkup(given: readonly Piece[], clean: string): boolean {
  const tags = (all: readonly Piece[]) => all.filter(({ kind }) => kind !== 'words');
  const links = (html: string) => html.match(/\shref="/g)?.length ?? 0;
  const parsed = piecesOf(clean);
  return parsed === null || tags(parsed).length !== tags(given).length || links(clean) < links(htmlOf(given));
}

const htmlOf = (all: readonly Piece[]) => all.map(({ html }) => html).join('');

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: '\u00a0' };

/** Words of a rich text as plain text. */
export const plainWords = (html: string): string =>
  html.replace(/&(amp|lt|gt|quot|nbsp);/g, (_, name: string) => entities[name] ?? '');

/** Plain text as words of a rich text. */
export const richWords = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
