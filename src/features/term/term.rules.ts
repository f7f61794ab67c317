import { formsPattern, type HouseTerm, termPattern } from '#kernel/text/house-terms.rules.ts';
import { formFields, type TermColumns, type TermForms } from './term-fields.rules.ts';

/** The entity of terms in audit and change rows. */
export const termEntity = 'term';

export const termHome = '/term';

/** Where one is changed, over the list of all. */
export const termHref = (id: number | string): string => `${termHome}/update/${id}`;

/** Where a new one is made, of what a proposal says. */
export const newTermHref = (proposed: Readonly<Record<string, string>> = {}): `/${string}` =>
  `${termHome}/create?${new URLSearchParams(proposed)}`;

/** What the texts there are seem to have. */
export const proposalsHref = `${termHome}/proposals`;

/** The kind of fault that texts have which say what a term was called before. */
export const termChangedHref = '/workbench/term_changed';

/** The languages that terms have forms in. */
export const formLocales = Object.keys(formFields) as readonly (keyof TermForms)[];

/** Which terms a list shows: those that a language has no form for, or those that are not translated. */
export const termSelections = ['missing', 'kept'] as const;

const readForms = (text: string): string[] => text.split(/[,、،;]/).flatMap((form) => form.trim() || []);

/** What texts say for a term. */
export const houseTerm = ({ term_idx, term, note, keep, ...row }: TermColumns & { term_idx: number }): HouseTerm => ({
  term,
  href: termHref(term_idx),
  note,
  kept: keep,
  forms: Object.fromEntries(formLocales.map((locale) => [locale, readForms(row[locale])])),
});

/** What texts were to say before in a language: they are out of date if they match `pattern` and not `now`. */
export interface FormerForm {
  locale: string;
  said: string;
  pattern: string;
  now: string;
}

const saidIn = ({ term, keep, ...row }: TermColumns): Readonly<Record<string, readonly string[]>> => {
  const said = formLocales.map((locale) => [locale, keep ? [term] : readForms(row[locale])] as const);
  return { en: [term], ...Object.fromEntries(said) };
};

/** What is former once a term has changed: what it was called until now, too, but nothing that it is called again. */
export function formerAfter(before: TermColumns & { former: readonly FormerForm[] }, after: TermColumns): FormerForm[] {
  const [were, are] = [saidIn(before), saidIn(after)];
  return Object.entries(are).flatMap(([locale, forms]) => {
    const known = before.former.filter((one) => one.locale === locale).map(({ said }) => said);
    const left = [...new Set([...known, ...(were[locale] ?? [])])].filter((said) => !forms.includes(said));
    // A language that has no form any more asks for nothing.
    if (forms.length === 0) return [];
    const now = formsPattern(forms);
    return left.map((said) => ({
      locale,
      said,
      pattern: locale === 'en' ? termPattern(said) : formsPattern([said]),
      now,
    }));
  });
}
