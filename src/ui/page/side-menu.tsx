import type { ReactNode } from 'react';
import {
  currentItem,
  currentView,
  type Fold,
  type MenuItem,
  menuGroups,
  type PageFrame,
} from '#kernel/http/page-frame.rules.ts';
import { Icon, isIcon } from '../icon.tsx';
import { useInterface, useT } from '../interface.tsx';
import { Button } from '../kit/button.tsx';
import { Text } from '../kit/text.tsx';
import own from './menu-views.module.css';
import styles from './side-menu.module.css';

interface SideMenuProps {
  frame: PageFrame;
  /** The count beside an entry, by its address. */
  countOf: (name: string) => string;
}

/** Every screen of the product, in groups that fold. The current one stays in sight in a folded group. */
export function SideMenu({ frame, countOf }: SideMenuProps) {
  const t = useT();
  const current = currentItem(frame);
  const draw = (items: readonly MenuItem[]) =>
    items.map((item) => (
      <SideLink key={item.href} item={item} isCurrent={item === current} count={countOf(item.href)} />
    ));
  const groups = menuGroups
    .map((group) => ({ group, items: frame.menu.filter((item) => item.group === group) }))
    .filter(({ items }) => items.length > 0);
  return (
    <nav id="side-menu" popover="auto" className={styles.side} aria-label={t('shell.main')}>
      <a className={styles.brand} href="/" title={t('common.product')}>
        <span className={styles.mark} />
        <span className={styles.name}>{t('common.product')}</span>
      </a>
      {frame.staff?.isAdmin && (
        <>
          <div data-screens>
            {draw(frame.menu.filter((item) => item.group === 'home'))}
            {frame.views.length > 0 && (
              <Group fold="views" label={t('shell.my_views')} frame={frame}>
                <MenuViews frame={frame} countOf={countOf} />
              </Group>
            )}
            {groups.map(({ group, items }) => (
              <Group key={group} fold={group} label={t(`shell.group_${group}`)} frame={frame}>
                {draw(items)}
              </Group>
            ))}
          </div>
          <Foot isNarrow={frame.narrow} />
        </>
      )}
    </nav>
  );
}

interface GroupProps {
  fold: Fold;
  label: string;
  frame: PageFrame;
  children: ReactNode;
}

/** The menu of icons shows everything: it has no headings to press. */
function Group({ fold, label, frame: { narrow, folded }, children }: GroupProps) {
  const isFolded = !narrow && folded.includes(fold);
  return (
    <div role="group" aria-labelledby={`menu-${fold}`} data-fold={fold} data-folded={isFolded ? '' : undefined}>
      <h2 id={`menu-${fold}`}>
        {narrow ? (
          label
        ) : (
          <Button variant="bare" aria-expanded={!isFolded}>
            {label}
            <Icon name="next" size={14} />
          </Button>
        )}
      </h2>
      {children}
    </div>
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
      data-letter={item.letter}
      data-icon={item.icon}
      data-words={item.words && text(item.words)}
    >
      {isIcon(item.icon) && <Icon name={item.icon} />}
      <span className={styles.name}>{label}</span>{' '}
      {item.count !== undefined && (
        <small className={styles.name} data-count={item.href}>
          {count}
        </small>
      )}
    </a>
  );
}

function Foot({ isNarrow }: { isNarrow: boolean }) {
  const t = useT();
  const label = t(isNarrow ? 'shell.widen' : 'shell.narrow');
  return (
    <div className={styles.foot}>
      <form method="post" action="/logout">
        <Button variant="bare" type="submit" aria-label={t('shell.sign_out')} title={t('shell.sign_out')}>
          <Icon name="logout" />
          <span className={styles.name}>{t('shell.sign_out')}</span>
        </Button>
      </form>
      <Button variant="bare" className={styles.name} data-keys title={t('table.keys')}>
        <kbd>?</kbd> {t('shell.keys')}
      </Button>
      <span data-choose="menu">
        <Button variant="bare" data-value={isNarrow ? 'wide' : 'narrow'} aria-label={label} title={label}>
          <Icon name="narrow" />
        </Button>
      </span>
    </div>
  );
}

/** The saved views in the person's menu: each with its count, and by how many it has grown since it was last opened. */
function MenuViews({ frame, countOf }: { frame: PageFrame; countOf: (name: string) => string }) {
  const current = currentView(frame);
  return frame.views.map((view) => {
    const { view_idx, name, href } = view;
    const [count, grown] = [`view ${view_idx}`, `grown ${view_idx}`];
    return (
      <a
        key={view_idx}
        href={href}
        className={styles.screen}
        aria-current={view === current ? 'page' : undefined}
        title={name}
        data-icon="saved"
      >
        <Icon name="saved" />
        <Text as="span" cut className={styles.name}>
          {name}
        </Text>{' '}
        <small className={`${styles.name} ${own.grown}`} data-count={grown}>
          {countOf(grown)}
        </small>{' '}
        <small className={`${styles.name} ${own.count}`} data-count={count}>
          {countOf(count)}
        </small>
      </a>
    );
  });
}
