import { currentView, type PageFrame } from '#kernel/http/page-frame.rules.ts';
import { Icon } from '../icon.tsx';
import own from './menu-views.module.css';
import styles from './side-menu.module.css';

interface MenuViewsProps {
  frame: PageFrame;
  countOf: (place: string) => string;
}

/** The saved views in the person's menu: each with its count, and by how many it has grown since it was last opened. */
export function MenuViews({ frame, countOf }: MenuViewsProps) {
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
        <span className={`${styles.name} ${own.name}`}>{name}</span>
        <small className={`${styles.name} ${own.grown}`} data-count={grown}>
          {countOf(grown)}
        </small>
        <small className={`${styles.name} ${own.count}`} data-count={count}>
          {countOf(count)}
        </small>
      </a>
    );
  });
}
