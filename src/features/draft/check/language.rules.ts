import type { Locale } from '#kernel/messages/locale.ts';

/** The letters that a language cannot do without. */
const scripts: Partial<Record<Locale, RegExp>> = {
  ko: /\p{Script=Hangul}/u,
  jp: /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u,
};

const letters = /\p{L}/gu;
const latin = /\p{Script=Latin}/gu;

// The words that texts of these languages are full of, and that are none in the others.
const common: Partial<Record<Locale, ReadonlySet<string>>> = {
  en: new Set('the and of to is in for with that from are this you your they it was by an'.split(' ')),
  es: new Set('el la los las de que y en para con un una por del se su es al como más'.split(' ')),
  tr: new Set('ve bir bu için ile da olarak olan çok daha gibi her ne onun kadar en içinde olduğunu kitap'.split(' ')),
};

// In fewer words nothing is sure: names are the same in all languages.
const fewWords = 5;

/** Whether words can be of a language. It errs on their side: only what is surely of another language is not. */
export function canBeIn(locale: Locale, words: string): boolean {
  const all = words.match(letters)?.length ?? 0;
  if (all === 0) return true;
  const latins = words.match(latin)?.length ?? 0;
  const script = scripts[locale];
  // A title may be a name in Latin letters; a sentence is not.
  if (script)
    return script.test(words) ? isNotOther(locale, words) : latins === all && wordsOf(words).length < fewWords;
  if (latins * 2 < all) return false;
  const found = wordsOf(words);
  if (found.length < fewWords) return true;
  const hits = (one: Locale) => found.filter((word) => common[one]?.has(word)).length;
  const others = (Object.keys(common) as Locale[]).filter((one) => one !== locale).map(hits);
  const most = Math.max(...others);
  return most < 2 || most <= hits(locale) * 2;
}

// Without kana, this many Chinese characters are no Japanese.
const manyHan = 15;

/** Korean, Japanese and Chinese share characters, but not Hangul and kana. */
const isNotOther = (locale: Locale, words: string): boolean => {
  const count = (script: RegExp) => words.match(script)?.length ?? 0;
  const hangul = count(/\p{Script=Hangul}/gu);
  const kana = count(/[\p{Script=Hiragana}\p{Script=Katakana}]/gu);
  if (locale === 'ko') return hangul >= kana;
  return kana >= hangul && (kana > 0 || count(/\p{Script=Han}/gu) < manyHan);
};

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{M}']+/u)
    .filter((word) => word !== '');
