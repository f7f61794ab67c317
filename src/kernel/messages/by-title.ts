import { type Locale, languageTag } from './locale.ts';

interface Titled {
  title: string;
}

/** Sorts titles as readers of a language expect, with numbers by value: 'Ages 4' before 'Ages 10'. */
export function byTitle(locale: Locale): (a: Titled, b: Titled) => number {
  const collator = new Intl.Collator(languageTag(locale), { numeric: true });
  return (a, b) => collator.compare(a.title, b.title);
}
