import { normalizeWord } from '#features/word/word-rules.public.ts';

/** An image of a book, as given by a file's name. */
interface NamedImage {
  bid: string;
  kind: 'cover' | 'preview';
  /** The number of a preview, from 1; a cover has 1. */
  place: number;
}

const image = /^(?<bid>.+)_(?:cover|preview_(?<place>[1-9]\d{0,2}))\.jpg$/i;

/** Reads `{bid}_cover.jpg` or `{bid}_preview_{n}.jpg`. */
export function readImageName(name: string): NamedImage | undefined {
  const found = image.exec(name)?.groups;
  if (!found?.['bid']) return undefined;
  const { bid, place } = found;
  return place === undefined ? { bid, kind: 'cover', place: 1 } : { bid, kind: 'preview', place: Number(place) };
}

const bid = /^[A-Za-z0-9_-]{1,64}$/;

/** Every way to parse `{bid}_{word}.mp3`, longest bid first: both parts may contain underscores. */
export function readAudioName(name: string): { bid: string; word: string }[] {
  const stem = name.replace(/\.mp3$/i, '');
  const ways = [];
  for (let at = stem.lastIndexOf('_'); at > 0; at = stem.lastIndexOf('_', at - 1)) {
    const word = normalizeWord(stem.slice(at + 1));
    const named = stem.slice(0, at);
    if (word !== '' && bid.test(named)) ways.push({ bid: named, word });
  }
  return ways;
}
