import type { ReactNode } from 'react';
import type { PageFrame } from '#kernel/http/page-frame.ts';
import { languageTag, localeNames, locales } from '#kernel/i18n/locale.ts';
import { useInterface, useT } from '../interface.tsx';
import styles from './shell.module.css';

const schemes = ['light', 'dark', 'auto'] as const;

/** The frame of every page: the side menu, and the bar with language, appearance and account. Static HTML. */
export function Shell({ frame, children }: { frame: PageFrame; children: ReactNode }) {
  const t = useT();
  const { staff } = frame;
  if (!staff) return <main className={styles.bare}>{children}</main>;
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#main">
        {t('shell.skip')}
      </a>
      <header className={styles.bar}>
        <button type="button" className={styles.burger} popoverTarget="side-menu" aria-label={t('shell.menu')}>
          ☰
        </button>
        <a className={styles.brand} href="/">
          <img src="/public/icon.svg" alt="" width="24" height="24" />
          {t('common.product')}
        </a>
        {staff.isAdmin && (
          <button type="button" className={styles.find} data-palette>
            <span>{t('shell.palette')}</span>
            <kbd>Ctrl K</kbd>
          </button>
        )}
        <LanguageMenu current={frame.locale} />
        <AccountMenu frame={frame} name={staff.name} />
      </header>
      {staff.isAdmin && <SideMenu frame={frame} />}
      <main id="main" className={styles.main} tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}

function SideMenu({ frame }: { frame: PageFrame }) {
  const t = useT();
  return (
    <nav id="side-menu" popover="auto" className={styles.side} aria-label={t('shell.main')} data-screens>
      <MenuLinks frame={frame} group="side" />
    </nav>
  );
}

function MenuLinks({ frame, group }: { frame: PageFrame; group: 'side' | 'user' }) {
  const { text } = useInterface();
  const items = frame.menu.filter((item) => item.group === group);
  const current = items
    .filter((item) => frame.path === item.href || frame.path.startsWith(`${item.href}/`))
    .toSorted((a, b) => b.href.length - a.href.length)[0];
  return items.map((item) => (
    <a key={item.href} href={item.href} aria-current={item === current ? 'page' : undefined}>
      {text(item.key)}
    </a>
  ));
}

function LanguageMenu({ current }: { current: PageFrame['locale'] }) {
  const t = useT();
  return (
    <div className={styles.menu}>
      <button type="button" popoverTarget="language-menu">
        <GlobeIcon /> <span className={styles.hidden}>{t('shell.language')}: </span>{' '}
        <span className={styles.wide}>{localeNames[current]}</span>
      </button>
      <div id="language-menu" popover="auto" className={styles.popover} data-choose="language">
        {locales.map((locale) => (
          <button
            key={locale}
            type="button"
            data-value={locale}
            aria-current={locale === current ? 'true' : undefined}
            lang={languageTag(locale)}
          >
            {localeNames[locale]}
          </button>
        ))}
      </div>
    </div>
  );
}

function AccountMenu({ frame, name }: { frame: PageFrame; name: string }) {
  const t = useT();
  const labels = { light: t('shell.scheme_light'), dark: t('shell.scheme_dark'), auto: t('shell.scheme_auto') };
  return (
    <div className={styles.menu}>
      <button type="button" popoverTarget="account-menu">
        <span className={styles.hidden}>{t('shell.account')}: </span>
        <span aria-hidden className={styles.avatar}>
          {Array.from(name)[0]}
        </span>
        <span className={styles.wide}>{name}</span>
      </button>
      <div id="account-menu" popover="auto" className={styles.popover}>
        {frame.staff?.isAdmin && (
          <div data-screens>
            <MenuLinks frame={frame} group="user" />
          </div>
        )}
        <p>{t('shell.scheme')}</p>
        <div data-choose="scheme">
          {schemes.map((scheme) => (
            <button
              key={scheme}
              type="button"
              data-value={scheme}
              aria-current={scheme === frame.scheme ? 'true' : undefined}
            >
              {labels[scheme]}
            </button>
          ))}
        </div>
        <form method="post" action="/logout">
          <button type="submit">{t('shell.sign_out')}</button>
        </form>
      </div>
    </div>
  );
}

const GlobeIcon = () => (
  <svg width="16" height="16" viewBox="0 0 16 16" fill="none" stroke="currentColor" aria-hidden="true">
    <circle cx="8" cy="8" r="6.5" />
    <path d="M1.500 8h13M8 1.500c4 4 4 9 0 13M8 1.500c-4 4-4 9 0 13" />
  </svg>
);
