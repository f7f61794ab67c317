import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import inter from '@fontsource-variable/inter/unicode.json' with { type: 'json' };
import literata from '@fontsource-variable/literata/unicode.json' with { type: 'json' };
import japanese from '@fontsource-variable/noto-sans-jp/unicode.json' with { type: 'json' };
import korean from '@fontsource-variable/noto-sans-kr/unicode.json' with { type: 'json' };
import mono from '@fontsource-variable/roboto-mono/unicode.json' with { type: 'json' };
import { LRUCache } from 'lru-cache';
import type { Locale } from '../messages/locale.ts';

/** What a text is: running text, its strong parts, a title, or a code, whose letters are all equally wide. */
export type Face = 'text' | 'strong' | 'title' | 'code';

/** Characters that one font can draw. */
export interface Run {
  font: string;
  text: string;
}

const weights: Record<Face, number> = { text: 400, strong: 600, title: 600, code: 700 };

/** Each family comes in slices of some hundred characters: the same files that browsers load. */
const families = {
  inter: inter,
  literata: literata,
  'roboto-mono': mono,
  'noto-sans-jp': japanese,
  'noto-sans-kr': korean,
} satisfies Record<string, Readonly<Record<string, string>>>;
type Family = keyof typeof families;

const latin: Record<Face, Family> = { text: 'inter', strong: 'inter', title: 'literata', code: 'roboto-mono' };

/** Japanese and Korean write some characters differently, so the language decides which font is asked first. */
const familiesOf = (face: Face, locale: Locale): readonly Family[] => [
  latin[face],
  ...(locale === 'jp' ? (['noto-sans-jp', 'noto-sans-kr'] as const) : (['noto-sans-kr', 'noto-sans-jp'] as const)),
];

/** What stands for a character that no font has, as in an emoji. */
const unknown = '□';

/** Splits a text into runs by the fonts that have its characters. */
export function runsOf(text: string, face: Face, locale: Locale): Run[] {
  const order = familiesOf(face, locale);
  const runs: Run[] = [];
  for (const written of text.normalize('NFC')) {
    const known = fontOf(written, order, weights[face]);
    const character = known ? written : unknown;
    const font = known ?? fontOf(unknown, order, weights[face]) ?? '';
    const last = runs.at(-1);
    if (last?.font === font) last.text += character;
    else runs.push({ font, text: character });
  }
  return runs;
}

function fontOf(character: string, order: readonly Family[], weight: number): string | undefined {
  const point = character.codePointAt(0) ?? 0;
  for (const family of order) {
    const slice = slicesOf(family).get(point);
    if (slice !== undefined) return `${family} ${slice} ${weight}`;
  }
  return undefined;
}

const slices = new Map<Family, Map<number, string>>();

/** The slice that has a character, by code point; of two, the later one, as in a style sheet. */
function slicesOf(family: Family): Map<number, string> {
  const known = slices.get(family);
  if (known) return known;
  const found = new Map<number, string>();
  for (const [slice, ranges] of Object.entries(families[family])) {
    for (const point of pointsOf(ranges)) found.set(point, slice);
  }
  slices.set(family, found);
  return found;
}

/** The code points of ranges such as 'U+0-FF,U+131'. */
function* pointsOf(ranges: string): Generator<number> {
  for (const range of ranges.split(',')) {
    const [first = '', last = first] = range.trim().replace('U+', '').split('-');
    for (let point = Number.parseInt(first, 16); point <= Number.parseInt(last, 16); point++) yield point;
  }
}

// Of about 50 KB each.
const fonts = new LRUCache<string, Promise<Buffer>>({ max: 200 });

/** The TrueType file of a run's font. */
export function fontFile(font: string): Promise<Buffer> {
  const known = fonts.get(font);
  if (known) return known;
  const opened = openFont(font);
  fonts.set(font, opened);
  opened.catch(() => fonts.delete(font));
  return opened;
}

const { resolve } = createRequire(import.meta.url);

/** The files are compressed and have all weights; a PDF takes plain ones of one weight. */
async function openFont(font: string): Promise<Buffer> {
  const [family = '', slice = '', weight = ''] = font.split(' ');
  const ranges: Readonly<Record<string, string>> = families[family as Family];
  const name = `${family}-${slice.replace(/[[\]]/g, '')}-wght-normal.woff2`;
  const file = await readFile(resolve(`@fontsource-variable/${family}/files/${name}`));
  const { default: subsetFont } = await import('subset-font');
  const text = String.fromCodePoint(...pointsOf(ranges[slice] ?? ''));
  return subsetFont(file, text, { targetFormat: 'sfnt', variationAxes: { wght: Number(weight) } });
}
