import type { Locale } from '../i18n/locale.ts';

/** One entry of the side menu. */
export interface MenuItem {
  /** The message key of its label. */
  key: string;
  href: string;
  /**
   * Its position among the labels of the specification; undefined hides it from the side menu (it is in the user menu).
   */
  order: number;
  group: 'side' | 'user';
}

/** The context of a view: user, language and place in the product. Everything the shell needs. */
export interface PageFrame {
  locale: Locale;
  timeZone: string;
  scheme: 'light' | 'dark' | 'auto';
  /** The path of the page, to mark the current menu entry. */
  path: string;
  staff: { name: string; staffId: string; isAdmin: boolean } | null;
  menu: readonly MenuItem[];
}
