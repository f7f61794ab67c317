import type { CSSProperties, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './split.module.css';

interface SplitProps {
  /** The width of what stands at the side: in pixels, or its share of what is 1 for the page. */
  side?: number;
  className?: string | undefined;
  /** Two parts: the page, and what stands beside it where there is room, below it elsewhere. */
  children: ReactNode;
}

/** A page and what stands beside it. */
export const Split = ({ side = 316, className, children }: SplitProps) => (
  <div className={styles['room']}>
    <div
      className={classNames(styles['split'], className)}
      style={{ '--side': side < 1 ? `minmax(0, ${side}fr)` : `${side}px` } as CSSProperties}
    >
      {children}
    </div>
  </div>
);
