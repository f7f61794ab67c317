import type { Locale } from '../messages/locale.ts';

/** The groups of the side menu, in order; each has a heading. */
export const menuGroups = ['catalogue', 'sales', 'codes', 'reports'] as const;

/** What can be folded: the person's saved views, and the groups. */
const folds = ['views', ...menuGroups] as const;
export type Fold = (typeof folds)[number];

/** What is folded, from the cookie that remembers it. */
export const foldedIn = (cookie = ''): Fold[] => folds.filter((fold) => cookie.split('.').includes(fold));

/** A menu entry: of the side menu, above or in its groups, or of the user's own menu. */
export interface MenuItem {
  /** The message key of its label. */
  key: string;
  href: string;
  /** Other paths whose screens belong to this entry. */
  also?: readonly string[];
  /** The message key of other words that people look for it by, in the finder. */
  words?: string;
  /** Its position in the group. */
  order: number;
  group: (typeof menuGroups)[number] | 'home' | 'user';
  /** The letter that opens it after G. */
  letter?: string;
  /** The name of its icon in the side menu; see `ui/icon.tsx`. */
  icon?: string;
  /** How many records it leads to; null while unknown. Entries that are not counted have none. */
  count?: number | null;
}

/** A saved view in the menu of the person. */
export interface MenuView {
  view_idx: number;
  name: string;
  href: string;
  /** How many rows it has; null while unknown. */
  count: number | null;
  /** By how many it has grown since the person last opened it. */
  grown: number;
}

/** A bar over every page that says what the person is working on. Its texts are in the language of the page. */
export interface WorkBar {
  icon: string;
  name: string;
  line: string;
  /** Where it is worked on as a whole, and the label of that link. */
  href: string;
  open: string;
  /** The cookie that holds it, emptied by a button with this label. */
  cookie: string;
  close: string;
  /** The address of the call that adds a change to it; `/selected` after it takes that of the selected books. */
  add: string;
}

/** The context of a view: user, language and current location. Everything the shell needs. */
export interface PageFrame {
  locale: Locale;
  timeZone: string;
  scheme: 'light' | 'dark' | 'auto';
  /** Whether the side menu shows only icons. */
  narrow: boolean;
  /** What the person has folded in the side menu. */
  folded: readonly Fold[];
  /** Where the office stands on its host: '' or, for example, `/office`. */
  base: string;
  /** The path and query of the page, which determine the current menu entry. */
  path: string;
  query: string;
  staff: { name: string; staffId: string; isAdmin: boolean } | null;
  menu: readonly MenuItem[];
  /** The saved views below it. */
  views: readonly MenuView[];
  /** The panel beside the page, if any, and whether it accepts records picked from lists. */
  dock: { picking: boolean } | null;
  /** What the person is working on, if anything. */
  bar: WorkBar | null;
  /** Nothing can be saved for now: an operator has switched the office to reading only. */
  isOnlyRead: boolean;
  /** The actions offered in the finder. */
  acts: readonly { key: string; icon: string; href: string; words?: string }[];
}

/**
 * The entry whose screen, or a screen below it, is shown, unless that is a saved view in the menu. An entry with a query
 * stands for that part of a list.
 */
export function currentItem(frame: PageFrame): MenuItem | undefined {
  const { menu, path, query } = frame;
  if (currentView(frame)) return undefined;
  const given = new URLSearchParams(query);
  const isAt = (href: string) => {
    const [of = '', wanted] = href.split('?');
    const isPart = [...new URLSearchParams(wanted)].every(([name, value]) => given.get(name) === value);
    return isPart && (path === of || path.startsWith(`${of}/`));
  };
  return menu
    .flatMap((item) => [item.href, ...(item.also ?? [])].filter(isAt).map((href) => ({ item, href })))
    .toSorted((a, b) => b.href.length - a.href.length)[0]?.item;
}

/** The saved view in the menu that is shown: the one with the most filters of those whose filters all apply. */
export function currentView({ views, path, query }: PageFrame): MenuView | undefined {
  const given = new URLSearchParams(query);
  const filters = ({ href }: MenuView) => [...new URLSearchParams(href.split('?')[1])];
  return views
    .filter((view) => view.href.split('?')[0] === path)
    .filter((view) => filters(view).every(([name, value]) => given.get(name) === value))
    .toSorted((a, b) => filters(b).length - filters(a).length)[0];
}

/** A count as a menu shows it: nothing where it is unknown or zero. */
export const menuCount = (count: number | null | undefined, numbers: Intl.NumberFormat): string =>
  count ? numbers.format(count) : '';
