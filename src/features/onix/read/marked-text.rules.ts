const entities = new Map(
  Object.entries({
    nbsp: ' ',
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    ndash: '–',
    mdash: '—',
    hellip: '…',
    lsquo: '‘',
    rsquo: '’',
    ldquo: '“',
    rdquo: '”',
    bull: '•',
    copy: '©',
    reg: '®',
    trade: '™',
  }),
);

const lines = new Set(['br', 'li', 'dt', 'dd', 'tr']);
const paragraphs = new Set(['p', 'div', 'ul', 'ol', 'dl', 'table', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']);

/** What a tag of XHTML means for plain text: paragraphs stand apart, lines begin anew. */
export const breakOf = (tag: string, opens: boolean): string =>
  paragraphs.has(tag) || (opens && lines.has(tag)) ? '\n' : '';

/** Whether a text without markup is read as HTML that was escaped. */
export const hasMarkup = (text: string): boolean => /<\/?[a-z][^>]*>|&[a-z#]\w*;/i.test(text);

/** The text of a description, whose HTML a publisher escaped or put into CDATA, on plain lines. */
export function plainText(text: string): string {
  const shown = hasMarkup(text) ? withoutTags(text) : text;
  return trimmedLines(shown);
}

/** Lines without spaces at their ends, and with one empty line at most between them. */
export const trimmedLines = (text: string): string =>
  // Most texts are one line with single spaces.
  (/[^\S ]| {2}/.test(text)
    ? text
        .replace(/[^\S\n]+/g, ' ')
        .replace(/ ?\n ?/g, '\n')
        .replace(/\n{3,}/g, '\n\n')
    : text
  ).trim();

const withoutTags = (html: string): string =>
  html
    .replace(/[^\S]+/g, ' ')
    .replace(/<(script|style)\b[\s\S]*?<\/\1\s*>/gi, '')
    .replace(/<(\/?)([a-z][a-z0-9]*)\b[^>]*>/gi, (_, end: string, name: string) =>
      breakOf(name.toLowerCase(), end === ''),
    )
    .replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]\w*));/gi, character);

function character(whole: string, hex?: string, decimal?: string, name?: string): string {
  if (name !== undefined) return entities.get(name.toLowerCase()) ?? whole;
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  const isText = code >= 0x20 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  return isText ? String.fromCodePoint(code) : ' ';
}
