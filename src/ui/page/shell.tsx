import type { ReactNode } from 'react';
import { currentItem, type MenuItem, menuGroups, type PageFrame } from '#kernel/http/page-frame.rules.ts';
import { Icon, isIcon } from '../icon.tsx';
import { useInterface, useT } from '../interface.tsx';
import { MenuViews } from './menu-views.tsx';
import note from './note.module.css';
import styles from './shell.module.css';
import { AccountMenu, LanguageMenu } from './shell-menus.tsx';

interface ShellProps {
  frame: PageFrame;
  /** The panel beside the page. */
  dock: ReactNode;
  /** The count beside a menu entry, by its address. */
  countOf: (place: string) => string;
  children: ReactNode;
}

/** The frame of every page: the side menu, the finder, and the settings of the signed-in person. Static HTML. */
export function Shell({ frame, countOf, dock, children }: ShellProps) {
  const t = useT();
  const { staff } = frame;
  const noScript = (
    <noscript>
      <p className={note.note} data-tone="warn">
        {t('shell.no_script')}
      </p>
    </noscript>
  );
  if (!staff)
    return (
      <main className={styles.bare}>
        {noScript}
        {children}
      </main>
    );
  return (
    <div className={styles.shell} data-narrow={frame.narrow || undefined} data-docked={dock ? '' : undefined}>
      <a className={styles.skip} href="#main">
        {t('shell.skip')}
      </a>
      <SideMenu frame={frame} countOf={countOf} />
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
        {staff.isAdmin && <FinderActs acts={frame.acts} />}
        <LanguageMenu current={frame.locale} />
        <AccountMenu frame={frame} name={staff.name} />
      </header>
      <main id="main" className={styles.main} tabIndex={-1}>
        {noScript}
        {children}
      </main>
      {dock && <div className={styles.dock}>{dock}</div>}
    </div>
  );
}

/** For the finder, which reads them from here. */
function FinderActs({ acts }: Pick<PageFrame, 'acts'>) {
  const { text } = useInterface();
  return (
    <div hidden data-acts>
      {acts.map(({ key, icon, href, words }) => (
        <a key={key} href={href} data-icon={icon} data-words={words && text(words)}>
          {text(key)}
        </a>
      ))}
    </div>
  );
}

function SideMenu({ frame, countOf }: Pick<ShellProps, 'frame' | 'countOf'>) {
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
                <SideLink key={item.href} item={item} isCurrent={item === current} count={countOf(item.href)} />
              ))}
            <MenuViews frame={frame} countOf={countOf} />
            {groups.map(({ group, items }) => (
              <section key={group} aria-labelledby={`menu-${group}`}>
                <h2 id={`menu-${group}`}>{t(`shell.group_${group}`)}</h2>
                {items.map((item) => (
                  <SideLink key={item.href} item={item} isCurrent={item === current} count={countOf(item.href)} />
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

function SideLink({ item, isCurrent, count }: { item: MenuItem; isCurrent: boolean; count: string }) {
  const { text } = useInterface();
  const label = text(item.key);
  return (
    <a
      href={item.href}
      className={styles.screen}
      aria-current={isCurrent ? 'page' : undefined}
      title={label}
      data-icon={item.icon}
      data-words={item.words && text(item.words)}
    >
      {isIcon(item.icon) && <Icon name={item.icon} />}
      <span className={styles.name}>{label}</span>
      {item.count !== undefined && (
        <small className={styles.name} data-count={item.href}>
          {count}
        </small>
      )}
    </a>
  );
}
