import type { ReactNode } from 'react';
import { currentItem, type MenuItem, menuGroups, type PageFrame } from '#kernel/http/page-frame.rules.ts';
import { Icon, isIcon } from '../icon.tsx';
import { useFormat, useInterface, useT } from '../interface.tsx';
import styles from './shell.module.css';
import { AccountMenu, LanguageMenu } from './shell-menus.tsx';

interface ShellProps {
  frame: PageFrame;
  /** The panel beside the page. */
  dock: ReactNode;
  children: ReactNode;
}

/** What surrounds every page: the side menu, the finder, and the choices of whoever is signed in. Static HTML. */
export function Shell({ frame, dock, children }: ShellProps) {
  const t = useT();
  const { staff } = frame;
  if (!staff) return <main className={styles.bare}>{children}</main>;
  return (
    <div className={styles.shell} data-narrow={frame.narrow || undefined} data-docked={dock ? '' : undefined}>
      <a className={styles.skip} href="#main">
        {t('shell.skip')}
      </a>
      <SideMenu frame={frame} />
      <header className={styles.bar}>
        <button type="button" className={styles.burger} popoverTarget="side-menu" aria-label={t('shell.menu')}>
          <Icon name="menu" />
        </button>
        {staff.isAdmin && (
          <button type="button" className={styles.find} data-palette>
            <Icon name="search" />
            <span>{t('shell.palette')}</span>
            <kbd>Ctrl K</kbd>
          </button>
        )}
        <LanguageMenu current={frame.locale} />
        <AccountMenu frame={frame} name={staff.name} />
      </header>
      <main id="main" className={styles.main} tabIndex={-1}>
        {children}
      </main>
      {dock && <div className={styles.dock}>{dock}</div>}
    </div>
  );
}

function SideMenu({ frame }: { frame: PageFrame }) {
  const t = useT();
  const groups = menuGroups
    .map((group) => ({ group, items: frame.menu.filter((item) => item.group === group) }))
    .filter(({ items }) => items.length > 0);
  const current = currentItem(frame);
  return (
    <nav id="side-menu" popover="auto" className={styles.side} aria-label={t('shell.main')}>
      <a className={styles.brand} href="/" title={t('common.product')}>
        <span className={styles.mark} />
        <span className={styles.name}>{t('common.product')}</span>
      </a>
      {frame.staff?.isAdmin && (
        <>
          <div data-screens>
            {frame.menu
              .filter((item) => item.group === 'home')
              .map((item) => (
                <SideLink key={item.href} item={item} isCurrent={item === current} />
              ))}
            {groups.map(({ group, items }) => (
              <section key={group} aria-labelledby={`menu-${group}`}>
                <h2 id={`menu-${group}`}>{t(`shell.group_${group}`)}</h2>
                {items.map((item) => (
                  <SideLink key={item.href} item={item} isCurrent={item === current} />
                ))}
              </section>
            ))}
          </div>
          <div className={styles.foot} data-choose="menu">
            <button type="button" data-value={frame.narrow ? 'wide' : 'narrow'}>
              <Icon name="narrow" />
              <span className={styles.name}>{t(frame.narrow ? 'shell.widen' : 'shell.narrow')}</span>
            </button>
          </div>
        </>
      )}
    </nav>
  );
}

function SideLink({ item, isCurrent }: { item: MenuItem; isCurrent: boolean }) {
  const { text } = useInterface();
  const format = useFormat();
  const label = text(item.key);
  return (
    <a href={item.href} className={styles.screen} aria-current={isCurrent ? 'page' : undefined} title={label}>
      {isIcon(item.icon) && <Icon name={item.icon} />}
      <span className={styles.name}>{label}</span>
      {item.count !== undefined && <small className={styles.name}>{format.number(item.count)}</small>}
    </a>
  );
}
