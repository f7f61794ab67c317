import { bestFirst, isFoundBy } from '#kernel/desk/palette.rules.ts';
import type { CommonWords } from '#kernel/messages/common/en.ts';
import { localeNames, locales } from '#kernel/messages/locale.ts';
import type { Translate } from '#kernel/messages/messages.ts';
import { type FoundRecord, recentRecords } from '../../client/recent.ts';

/** One line of the finder: a link, or a control of the page to press. */
export interface Entry {
  label: string;
  detail: string;
  kind: string;
  icon: string;
  href?: string;
  press?: () => void;
  /** Other words that people look for it by. */
  words?: string;
  /** Set for records; they are remembered as recent. */
  record?: FoundRecord;
}

/** Entries under a heading; the matches of a text have none. */
interface EntryGroup {
  heading?: string;
  entries: Entry[];
}

/** The finder's entries: matches, best first; before anything is typed, recent records and all screens and actions. */
export function groupsFor(
  t: Translate<CommonWords>,
  text: string,
  { records, near }: { records: readonly FoundRecord[]; near: boolean },
): EntryGroup[] {
  const recent = recentRecords().map(entryOf);
  const screens = linksIn('data-screens', t('palette.kind_screen'));
  const acts = [...linksIn('data-acts', t('palette.kind_act')), ...choicesOf(t)];
  if (text === '') {
    return [
      { heading: t('palette.recent'), entries: recent.slice(0, 5) },
      { heading: t('palette.screens'), entries: screens },
      { heading: t('palette.acts'), entries: acts },
    ].filter(({ entries }) => entries.length > 0);
  }
  const named = [...screens, ...acts].filter(({ label, words = '' }) => isFoundBy(text, `${label} ${words}`));
  const found = records.map(entryOf);
  const best = bestFirst(text, near ? named : [...named, ...found], ({ label, detail }) => {
    const [id = '', ...others] = detail.split(' · ');
    return { names: [label, id || label], by: others.join(' ') };
  });
  return [{ entries: best }, ...(near ? [{ heading: t('palette.near', { text }), entries: found }] : [])].filter(
    ({ entries }) => entries.length > 0,
  );
}

const entryOf = (record: FoundRecord): Entry => ({ ...record, record });

// The menus of the page already name every screen and act, in the reader's language.
function linksIn(attribute: string, kind: string): Entry[] {
  return [...document.querySelectorAll<HTMLAnchorElement>(`[${attribute}] a`)].map((link) => ({
    // An entry may have a count beside its name.
    label: link.title || link.textContent,
    detail: '',
    kind,
    icon: link.dataset.icon ?? 'page',
    words: link.dataset.words ?? '',
    href: link.getAttribute('href') ?? '/',
  }));
}

/** The page's own controls: languages, appearance, logging out. */
function choicesOf(t: Translate<CommonWords>): Entry[] {
  const press = (selector: string) => {
    const button = document.querySelector<HTMLButtonElement>(`${selector}:not([aria-current])`);
    return button ? [() => button.click()] : [];
  };
  const entry = (kind: string, icon: string, label: string, selector: string): Entry[] =>
    press(selector).map((act) => ({ label, detail: '', kind, icon, press: act }));
  const scheme = (value: string) => `[data-choose="scheme"] button[data-value="${value}"]`;
  return [
    ...entry(t('shell.scheme'), 'dark', t('palette.scheme_dark'), scheme('dark')),
    ...entry(t('shell.scheme'), 'light', t('palette.scheme_light'), scheme('light')),
    ...entry(t('shell.scheme'), 'light', t('palette.scheme_auto'), scheme('auto')),
    ...locales.flatMap((locale) =>
      entry(
        t('shell.language'),
        'language',
        localeNames[locale],
        `[data-choose="language"] button[data-value="${locale}"]`,
      ),
    ),
    ...entry(t('palette.kind_act'), 'logout', t('shell.sign_out'), 'form[action="/logout"] button'),
  ];
}
