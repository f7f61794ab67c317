import { fold } from '../text/text-forms.rules.ts';

/** How well a name matches a text, best first: it equals it, starts with it, has a word that does, or contains it. */
const exact = 0;
const prefix = 1;
const wordStart = 2;
const within = 3;

/** What an entry is found by: its title and other names; and `by`, such as its author, which never ranks before a title. */
interface Named {
  names: readonly string[];
  by?: string | undefined;
}

/** The rank of a record or screen in the finder. */
export function rankOf(text: string, { names, by }: Named): number {
  const wanted = fold(text.trim());
  const byRank = by === undefined ? within : Math.max(wordStart, rankOfName(wanted, fold(by)));
  return Math.min(byRank, ...names.map((name) => rankOfName(wanted, fold(name))));
}

function rankOfName(wanted: string, name: string): number {
  if (name === wanted) return exact;
  if (name.startsWith(wanted)) return prefix;
  const words = name.split(/[^\p{L}\p{N}]+/u);
  return words.some((word) => word.startsWith(wanted)) || name.includes(` ${wanted}`) ? wordStart : within;
}

/** Whether a screen or an act is found by a text: each of its words stands in the name, or in other words for it. */
export function isFoundBy(text: string, name: string): boolean {
  const folded = fold(name);
  return fold(text)
    .split(/\s+/)
    .every((word) => folded.includes(word));
}

/** The entries sorted by rank; equally ranked entries keep their order. */
export function bestFirst<E>(text: string, entries: readonly E[], namesOf: (entry: E) => Named): E[] {
  return entries
    .map((entry) => ({ entry, rank: rankOf(text, namesOf(entry)) }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ entry }) => entry);
}
