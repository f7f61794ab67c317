/** A part of a message as it is shown. */
export type Piece =
  | { is: 'text'; text: string }
  | { is: 'mention'; text: string; staffId: string }
  | { is: 'link'; text: string; href: string };

// An id as people write it, also at the end of a sentence: what follows the id is taken off again.
const mention = /(?<![\p{L}\p{N}._@-])@([A-Za-z0-9][A-Za-z0-9._@-]{0,63})/gu;
const address = /\bhttps?:\/\/[^\s<>"“”]+/gi;

/** Which of these people a text names, by the ids as written there. */
export function mentionsIn(text: string, ids: ReadonlySet<string>): { at: number; length: number; id: string }[] {
  return [...text.matchAll(mention)].flatMap(({ 1: written = '', index }) => {
    const id = knownStart(written, ids);
    return id === null ? [] : [{ at: index, length: id.length + 1, id }];
  });
}

/** The longest beginning that is an id, without the marks that end a sentence; `ids` are in lower case. */
function knownStart(written: string, ids: ReadonlySet<string>): string | null {
  for (let id = written.toLowerCase(); id !== ''; id = id.replace(/(?:[._-]|@[^@]*)$/, '')) {
    if (ids.has(id)) return id;
    if (!/[._-]$|@/.test(id)) return null;
  }
  return null;
}

/** A message as texts, people and links. Only addresses of the web become links: nothing else that a browser would run. */
export function piecesOf(text: string, ids: ReadonlySet<string>): Piece[] {
  const links = [...text.matchAll(address)].flatMap(({ 0: found, index }) => {
    const href = found.replace(/[.,;:!?)\]}'’»]+$/, '');
    return URL.canParse(href) ? [{ at: index, length: href.length, href }] : [];
  });
  const people = mentionsIn(text, ids).filter(
    ({ at }) => !links.some((link) => at >= link.at && at < link.at + link.length),
  );
  const pieces: Piece[] = [];
  let end = 0;
  for (const one of [...links, ...people].toSorted((a, b) => a.at - b.at)) {
    if (one.at > end) pieces.push({ is: 'text', text: text.slice(end, one.at) });
    end = one.at + one.length;
    const own = text.slice(one.at, end);
    pieces.push(
      'href' in one ? { is: 'link', text: own, href: one.href } : { is: 'mention', text: own, staffId: one.id },
    );
  }
  if (end < text.length) pieces.push({ is: 'text', text: text.slice(end) });
  return pieces;
}

// Twelve characters together, or in groups of four.
const inGroups = /(?<![\p{L}\p{N}])[\p{L}\p{N}]{4}(?:[\s\p{Pd}\u2212\u30fc]{1,3}[\p{L}\p{N}]{4}){2}(?![\p{L}\p{N}])/gu;
const together = /(?<![\p{L}\p{N}])[\p{L}\p{N}]{12}(?![\p{L}\p{N}])/gu;

/** Where a text has what may be a code. */
export interface CodeLike {
  at: number;
  length: number;
  text: string;
}

/** Everything in a text that has the form of a code, also with spaces or dashes in it. */
export const codeLikesIn = (text: string): CodeLike[] =>
  [inGroups, together]
    .flatMap((form) =>
      [...text.matchAll(form)].map(({ 0: found, index }) => ({ at: index, length: found.length, text: found })),
    )
    .toSorted((a, b) => a.at - b.at);

/** A text with these parts of it covered but for their first four characters. */
export function covered(text: string, parts: readonly CodeLike[]): string {
  let result = '';
  let end = 0;
  for (const { at, length } of parts) {
    if (at < end) continue;
    result += `${text.slice(end, at)}${text.slice(at, at + 4).toUpperCase()}-••••-••••`;
    end = at + length;
  }
  return result + text.slice(end);
}

/** The beginning of a message, in one line. */
export function excerptOf(text: string, most = 100): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const letters = Array.from(line);
  return letters.length > most
    ? `${letters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`
    : line;
}
