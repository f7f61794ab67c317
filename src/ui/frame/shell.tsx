import type { ReactNode } from 'react';
import type { PageFrame, WorkBar } from '#kernel/http/page-frame.rules.ts';
import { Icon, isIcon } from '../icon.tsx';
import { useInterface, useT } from '../interface.tsx';
import { Button, ButtonLink } from '../kit/button.tsx';
import { Card } from '../kit/card.tsx';
import { Inline } from '../kit/layout.tsx';
import { Note } from '../kit/note.tsx';
import { Text } from '../kit/text.tsx';
import { SideMenu } from '../page/side-menu.tsx';
import styles from './shell.module.css';
import { AccountMenu, LanguageMenu } from './shell-menus.tsx';

interface ShellProps {
  frame: PageFrame;
  /** The panel beside the page. */
  dock: ReactNode;
  /** The count beside a menu entry, by its address. */
  countOf: (name: string) => string;
  children: ReactNode;
}

/** The frame of every page: the side menu, the finder, and the settings of the signed-in person. Static HTML. */
export function Shell({ frame, countOf, dock, children }: ShellProps) {
  const t = useT();
  const { staff } = frame;
  const noScript = (
    <noscript>
      <Note tone="warn">{t('shell.no_script')}</Note>
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
        <Button variant="bare" className={styles.burger} popoverTarget="side-menu" aria-label={t('shell.menu')}>
          <Icon name="menu" />
        </Button>
        {staff.isAdmin && (
          <Button variant="bare" className={styles.find} data-palette>
            <Icon name="search" />
            <Text as="span" cut>
              {t('shell.palette')}
            </Text>
            <kbd>Ctrl K</kbd>
          </Button>
        )}
        {staff.isAdmin && <FinderActs acts={frame.acts} />}
        <LanguageMenu current={frame.locale} />
        <AccountMenu frame={frame} name={staff.name} />
      </header>
      <main id="main" className={styles.main} tabIndex={-1}>
        {noScript}
        {/* Open pages show and hide it by what the server tells them. */}
        <Note tone="warn" role="status" data-only-read hidden={!frame.isOnlyRead}>
          {t('shell.only_read')}
        </Note>
        {frame.bar && <Working on={frame.bar} />}
        {children}
      </main>
      {dock && <div className={styles.dock}>{dock}</div>}
    </div>
  );
}

/** What the person is working on, on every page until it is closed. */
const Working = ({ on: { icon, name, line, href, open, cookie, close, add } }: { on: WorkBar }) => (
  <Card as="aside" className={styles.working} aria-label={name} data-choose={cookie} data-working data-add={add}>
    <Inline whole>
      {isIcon(icon) && <Icon name={icon} />}
      <Text as="span" tone="soft" grow>
        <Text as="strong" tone="done">
          {name}
        </Text>{' '}
        {line}
      </Text>
      <ButtonLink href={href}>{open}</ButtonLink>
      <Button variant="plain" aria-label={close} title={close} data-value="">
        <Icon name="close" />
      </Button>
    </Inline>
  </Card>
);

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
