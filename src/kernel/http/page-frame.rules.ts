import type { Locale } from '../i18n/locale.ts';

/** The parts of the side menu, in their order; each has a heading. */
export const menuGroups = ['catalogue', 'sales', 'codes', 'reports'] as const;

/** One entry of a menu: of the side menu, above its groups or in one, or of the person's own. */
export interface MenuItem {
  /** The message key of its label. */
  key: string;
  href: string;
  /** Other places whose screens belong to it. */
  also?: readonly string[];
  /** Its place in its group. */
  order: number;
  group: (typeof menuGroups)[number] | 'home' | 'user';
  /** The name of its picture in the side menu; see `ui/icon.tsx`. */
  icon?: string;
  /** How many records it leads to, if that is known. */
  count?: number;
}

/** The context of a view: user, language and place in the product. Everything the shell needs. */
export interface PageFrame {
  locale: Locale;
  timeZone: string;
  scheme: 'light' | 'dark' | 'auto';
  /** The side menu shows pictures alone. */
  narrow: boolean;
  /** The path and the query of the page, for the current entry of the menu. */
  path: string;
  query: string;
  staff: { name: string; staffId: string; isAdmin: boolean } | null;
  menu: readonly MenuItem[];
  /** The panel beside the page, if there is one, and whether it takes records that are picked from lists. */
  dock: { picking: boolean } | null;
  /** What the finder offers to do. */
  acts: readonly { key: string; icon: string; href: string }[];
}

/** The entry whose screen this is, or a screen below it. One with a query is of that part of a list. */
export function currentItem({ menu, path, query }: PageFrame): MenuItem | undefined {
  const given = new URLSearchParams(query);
  const isAt = (place: string) => {
    const [of = '', wanted] = place.split('?');
    const isPart = [...new URLSearchParams(wanted)].every(([name, value]) => given.get(name) === value);
    return isPart && (path === of || path.startsWith(`${of}/`));
  };
  return menu
    .flatMap((item) => [item.href, ...(item.also ?? [])].filter(isAt).map((place) => ({ item, place })))
    .toSorted((a, b) => b.place.length - a.place.length)[0]?.item;
}
