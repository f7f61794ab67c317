import { fold } from './text-forms.rules.ts';
import type { Piece } from './word-diff.rules.ts';

/** What the house calls something: texts in a language say one of its forms wherever their English has the term. */
export interface HouseTerm {
  term: string;
  /** Where it is changed. */
  href: string;
  note: string;
  /** The term itself is said in every language. */
  kept: boolean;
  /** By language, the usual form first. A language without any has no word for it yet. */
  forms: Readonly<Partial<Record<string, readonly string[]>>>;
}

/** What a text is to say because its English has a term. */
export interface WantedTerm extends Pick<HouseTerm, 'term' | 'href' | 'note' | 'kept'> {
  forms: string[];
}

/** Finds what a text in a language is to say for the terms that its English, in plain words, has. */
export type TermReader = (english: string, locale: string) => WantedTerm[];

const isLatin = (letter = '') => /[a-z0-9]/.test(letter);

// No text has it: what is made of marks alone, such as a hyphen, has nothing to be found by.
const unfound = '\uffff';

/** A form as a pattern, also for the database: endings may follow it, and letters of Latin script do not precede it. */
export function formPattern(form: string): string {
  const folded = fold(form).trim() || unfound;
  const escaped = folded.replace(/[\\.*+?^${}()|[\]#/]/g, '\\$&').replace(/\s+/g, '\\s+');
  return `${isLatin(folded[0]) ? '(?<![a-z0-9])' : ''}${escaped}`;
}

/** What matches a text, folded, that says one of these forms. */
export const formsPattern = (forms: readonly string[]): string => forms.map(formPattern).join('|');

/** An English term as a pattern, also for the database: whole words, one or several of it. */
export function termPattern(term: string): string {
  const start = formPattern(term);
  if (!isLatin(start.at(-1))) return start;
  const several = /[^aeiou]y$/.test(start) ? `${start.slice(0, -1)}(?:y|ies)` : `${start}(?:s|es)?`;
  return `${several}(?![a-z0-9])`;
}

/** Whether a text, in plain words, says one of the forms. */
export const saysOneOf = (text: string, forms: readonly string[]): boolean =>
  new RegExp(formsPattern(forms)).test(fold(text));

/** The terms that a text is to say and does not. A text that is not written yet says nothing wrong. */
export const unsaidIn = <Term extends WantedTerm>(text: string, terms: readonly Term[]): Term[] =>
  text.trim() === '' ? [] : terms.filter(({ forms }) => !saysOneOf(text, forms));

// Letters by which terms are sorted, so that a text is compared with few of many.
const sorted = 3;
const startsIn = (folded: string) => new Set((folded.match(/[a-z0-9]+/g) ?? []).map((word) => word.slice(0, sorted)));

/** Makes a {@link TermReader} of all terms. */
export function termReader(terms: readonly HouseTerm[]): TermReader {
  const patterns = terms.map((term) => ({ term, pattern: new RegExp(termPattern(term.term)) }));
  const byStart = Map.groupBy(patterns, ({ term }) => /^[a-z0-9]+/.exec(fold(term.term))?.[0].slice(0, sorted) ?? '');
  return (english, locale) => {
    const folded = fold(english);
    return ['', ...startsIn(folded)]
      .flatMap((start) => byStart.get(start) ?? [])
      .flatMap(({ term: { forms, ...term }, pattern }) => {
        const wanted = term.kept ? [term.term] : (forms[locale] ?? []);
        return wanted.length > 0 && pattern.test(folded) ? [{ ...term, forms: [...wanted] }] : [];
      });
  };
}

/** A text in pieces, of which `new` ones are these terms: to show where they stand. */
export function withTermsMarked(text: string, terms: readonly string[]): Piece[] {
  if (terms.length === 0) return [{ kind: 'same', text }];
  const one = terms.map((term) =>
    term
      .trim()
      .replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
      .replace(/\s+/g, '\\s+'),
  );
  const found = new RegExp(`(?<![\\p{L}\\p{N}])((?:${one.join('|')})(?:s|es|['’]s)?)(?![\\p{L}\\p{N}])`, 'giu');
  return text
    .split(found)
    .map((part, index): Piece => ({ kind: index % 2 === 1 ? 'new' : 'same', text: part }))
    .filter((piece) => piece.text !== '');
}
