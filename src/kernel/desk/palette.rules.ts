import { fold } from '../text/fold.rules.ts';

/** How well a name matches a text, best first: it equals it, starts with it, has a word that does, or contains it. */
const exact = 0;
const prefix = 1;
const wordStart = 2;
const within = 3;

/** The rank of a record or screen in the finder, from its names: its title and any others. */
export function rankOf(text: string, names: readonly string[]): number {
  const wanted = fold(text.trim());
  return Math.min(within, ...names.map((name) => rankOfName(wanted, fold(name))));
}

function rankOfName(wanted: string, name: string): number {
  if (name === wanted) return exact;
  if (name.startsWith(wanted)) return prefix;
  const words = name.split(/[^\p{L}\p{N}]+/u);
  return words.some((word) => word.startsWith(wanted)) || name.includes(` ${wanted}`) ? wordStart : within;
}

/** The entries sorted by rank; equally ranked entries keep their order. */
export function bestFirst<E>(text: string, entries: readonly E[], namesOf: (entry: E) => readonly string[]): E[] {
  return entries
    .map((entry) => ({ entry, rank: rankOf(text, namesOf(entry)) }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ entry }) => entry);
}
