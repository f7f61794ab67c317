import type { Locale } from '../i18n/locale.ts';

/** One entry of the side menu. */
export interface MenuItem {
  /** The message key of its label. */
  key: string;
  href: string;
  /** Its place among the specification's labels; undefined keeps it out of the side menu (the user's menu has it). */
  order: number;
  group: 'side' | 'user';
}

/** What surrounds a view: who looks, in which language, where in the product. Everything the shell is drawn from. */
export interface PageFrame {
  locale: Locale;
  timeZone: string;
  scheme: 'light' | 'dark' | 'auto';
  /** The path of the page, for the current entry of the menu. */
  path: string;
  staff: { name: string; staffId: string; isAdmin: boolean } | null;
  menu: readonly MenuItem[];
}
