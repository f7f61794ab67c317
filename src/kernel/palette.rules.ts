import { fold } from './fold.rules.ts';

/** How well a name fits a text, best first: it is the text, begins with it, has a word that does, or merely contains it. */
const exact = 0;
const prefix = 1;
const wordStart = 2;
const within = 3;

/** The rank of a record or screen in the finder, from its names: its title and what else it is called by. */
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

/** The entries in the order of their rank; equals stay as they come. */
export function bestFirst<E>(text: string, entries: readonly E[], namesOf: (entry: E) => readonly string[]): E[] {
  return entries
    .map((entry) => ({ entry, rank: rankOf(text, namesOf(entry)) }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ entry }) => entry);
}
