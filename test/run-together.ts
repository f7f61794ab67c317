/** An element that is read aloud as one: its text so far, and what it contains. */
interface Phrase {
  tag: string;
  text: string;
  contains: string[];
}

const phrases = /^(h[1-6]|a|button|summary|label|dt|legend|option)$/;

/** Starts a line, so that the text before and after it is apart whatever the styles say. */
const blocks =
  /^(h[1-6]|p|div|ul|ol|li|dl|dt|dd|table|thead|tbody|tr|td|th|form|section|input|select|textarea|option|br)$/;

const empty = /^(img|br|wbr|input|hr|col|meta|link|source)$/;

/** May be in a heading, as a part of its own text or of what formatted texts consist of. */
const ofHeadings = /^(a|button|code|bdi|abbr|mark|strong|em|b|i|u|s|br|svg|path|img)$/;

/** Parts of a word: what was searched in it, and where it may break. */
const ofWords = /^(mark|wbr)$/;

const isHidden = (tag: string, attributes: string) =>
  tag === 'svg' || /\s(aria-hidden="true"|hidden(="")?)(\s|$)/.test(attributes);

/** The boundary of an element without a space; no text has this character. */
const boundary = '\u{E000}';
const joined = new RegExp(`[\\p{L}\\p{N})]${boundary}+[\\p{L}\\p{N}\\p{Sc}(+]`, 'u');

/**
 * The headings of a page that contain more than their own text, and the links, buttons and terms of which two texts are
 * read as one word, because only styles separate them.
 */
export function runTogether(html: string): string[] {
  const found = phrasesOf(html).filter(({ tag, text, contains }) => {
    const exceeds = /^h\d/.test(tag) && contains.some((one) => !ofHeadings.test(one));
    return exceeds || joined.test(text);
  });
  return found.map(({ tag, text }) => `${tag}: ${text.replaceAll(new RegExp(`${boundary}+`, 'gu'), '|').trim()}`);
}

function phrasesOf(html: string): Phrase[] {
  const tokens =
    /<!--[^]*?-->|<(?:script|style)\b[^]*?<\/(?:script|style)>|<(\/?)([a-z][\w-]*)((?:"[^"]*"|[^">])*)>|[^<]+/gi;
  const open: { tag: string; hides: boolean; phrase: Phrase | null }[] = [];
  const all: Phrase[] = [];
  const add = (text: string) => {
    if (open.some(({ hides }) => hides)) return;
    for (const { phrase } of open) if (phrase) phrase.text += text;
  };
  for (const [token, slash, tag = '', attributes = ''] of html.matchAll(tokens)) {
    if (!token.startsWith('<')) add(token);
    if (tag === '') continue;
    if (slash) open.pop();
    if (!ofWords.test(tag)) add(blocks.test(tag) ? '\n' : boundary);
    if (slash) continue;
    const hides = isHidden(tag, attributes);
    if (!hides && !open.some((one) => one.hides)) for (const { phrase } of open) phrase?.contains.push(tag);
    if (tag === 'img') add(`${/\salt="([^"]*)"/.exec(attributes)?.[1] ?? ''}${boundary}`);
    if (empty.test(tag) || attributes.endsWith('/')) continue;
    // A label of its own is read instead of what is inside.
    const isPhrase = phrases.test(tag) && !/\saria-label(ledby)?="/.test(attributes);
    const phrase = isPhrase ? { tag, text: '', contains: [] } : null;
    open.push({ tag, hides, phrase });
    if (phrase && !open.some((one) => one.hides)) all.push(phrase);
  }
  return all;
}
