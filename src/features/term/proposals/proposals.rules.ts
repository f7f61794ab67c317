import { termPattern } from '#kernel/text/house-terms.rules.ts';
import { fold, foldLetters } from '#kernel/text/text-forms.rules.ts';

/** A text in English and in other languages. */
export interface ComparedText {
  en: string;
  texts: Readonly<Partial<Record<string, string>>>;
}

/** What a language says for a term, in how many of the texts that could; and a text that says something else. */
export interface ProposedForm {
  form: string;
  said: number;
  of: number;
  except: string | null;
}

/** A word, or two, that many English texts have, and what texts in other languages say for it. */
export interface Proposal {
  term: string;
  count: number;
  /** Every language says the term itself. */
  kept: boolean;
  forms: Partial<Record<string, ProposedForm>>;
}

// A term is in at least so many texts.
const least = 3;
// A form is in at least this share of the texts whose English has the term, and in at most that share of the others.
const agreed = 0.9;
const elsewhere = 0.1;
// As many candidates are looked into, those in most texts first.
const mostCandidates = 300;
// Characters of a form in writing without spaces between words, or with endings at them.
const [shortest, longest] = [2, 8];

const plain = new Set(
  (
    'about after all and any are around away back before big but can day does down each every for from good has have her here him his home ' +
    'how into its just like little long lot made make many more most much new not now off old one only other our out over own said see she ' +
    'some story stories than that the their them then there these they thing this those time too under until upon very was way were what ' +
    'when where which while who why will with world you your'
  ).split(' '),
);

const wordsOf = (text: string): string[] => text.match(/\p{L}[\p{L}\p{N}’'-]*/gu) ?? [];
const isSelective = (word: string) => word.length > 2 && !plain.has(word.toLowerCase());

/** The words, and two that follow one another, of which a term may be made. */
function candidatesIn(text: string): string[] {
  const words = wordsOf(text);
  const pairs = words.flatMap((word, index) => {
    const after = words[index + 1];
    return after !== undefined && isSelective(word) && isSelective(after) && text.includes(`${word} ${after}`)
      ? [`${word} ${after}`]
      : [];
  });
  return [...words.filter(isSelective), ...pairs];
}

/** What a text may say for a term: its words, or in languages whose words are joined to others, parts of them. */
function formsIn(text: string, locale: string): string[] {
  const words = wordsOf(text);
  if (locale !== 'ko' && locale !== 'jp') return words.filter((word) => word.length > 2);
  return words.flatMap((word) => {
    const letters = Array.from(word);
    return letters.flatMap((_, from) =>
      Array.from({ length: longest - shortest + 1 }, (_length, more) => from + shortest + more)
        .filter((to) => to <= letters.length)
        .map((to) => letters.slice(from, to).join('')),
    );
  });
}

/** The form that nearly all of these texts say and few others; the longest of those that most say. */
function agreedForm(texts: readonly string[], others: readonly string[], locale: string): ProposedForm | null {
  if (texts.length < least) return null;
  const folded = texts.map(foldLetters);
  const foldedOthers = others.map(foldLetters);
  const mayMiss = texts.length - Math.ceil(texts.length * agreed);
  const tried = new Set(texts.slice(0, mayMiss + 1).flatMap((text) => formsIn(text, locale)));
  let best: ProposedForm | null = null;
  for (const form of tried) {
    const wanted = foldLetters(form);
    const saying = folded.map((text) => text.includes(wanted));
    const said = saying.filter(Boolean).length;
    const isBetter = !best || said > best.said || (said === best.said && form.length > best.form.length);
    if (said < texts.length - mayMiss || !isBetter) continue;
    if (foldedOthers.filter((text) => text.includes(wanted)).length > others.length * elsewhere) continue;
    best = { form, said, of: texts.length, except: texts[saying.indexOf(false)] ?? null };
  }
  return best;
}

/** How a candidate is written: with a capital only if every text has one, within it too. */
function writtenAs(spellings: readonly string[]): string {
  const small = spellings.find((one) => one === one.toLowerCase());
  return small ?? spellings[0] ?? '';
}

/** Words that repeat in English texts and have one translation, those in most texts first. `known` are not proposed again. */
export function proposalsFrom(
  rows: readonly ComparedText[],
  { known, locales }: { known: (english: string) => boolean; locales: readonly string[] },
): Proposal[] {
  const english = rows.map(({ en }) => fold(en));
  const found = new Map<string, { spellings: Set<string>; count: number }>();
  for (const { en } of rows)
    for (const candidate of new Set(candidatesIn(en))) {
      const one = found.get(fold(candidate)) ?? { spellings: new Set<string>(), count: 0 };
      found.set(fold(candidate), { spellings: one.spellings.add(candidate), count: one.count + 1 });
    }
  return [...found]
    .filter(([key, { count }]) => count >= least && !known(key))
    .toSorted(([, a], [, b]) => b.count - a.count)
    .slice(0, mostCandidates)
    .flatMap(([key, { spellings }]): Proposal[] => {
      const pattern = new RegExp(termPattern(key));
      const has = english.map((text) => pattern.test(text));
      const forms = Object.fromEntries(
        locales.flatMap((locale) => {
          const textsOf = (isIn: boolean) =>
            rows.flatMap(({ texts }, index) => (has[index] === isIn && texts[locale]) || []);
          const form = agreedForm(textsOf(true), textsOf(false), locale);
          return form ? [[locale, form]] : [];
        }),
      );
      const said = Object.values(forms);
      if (said.length === 0) return [];
      const kept = said.every(({ form }) => fold(form) === key);
      return [{ term: writtenAs([...spellings]), count: has.filter(Boolean).length, kept, forms }];
    })
    .toSorted((a, b) => b.count - a.count);
}
