import type { CSSProperties } from 'react';
import styles from './book-cover.module.css';

interface BookCoverProps {
  bid: string;
  title: string;
  /** The address of its picture; null draws a cover. */
  source: string | null;
  size: 'row' | 'card' | 'hero';
}

const pixels = {
  row: { width: 24, height: 32 },
  card: { width: 72, height: 100 },
  hero: { width: 150, height: 206 },
} as const;

/** A book as it stands on a shelf: its cover, or a drawn one in a colour of its own with the title on it. */
export function BookCover({ bid, title, source, size }: BookCoverProps) {
  if (source) {
    return (
      <span className={styles.cover} data-size={size}>
        <img
          src={source}
          alt=""
          {...pixels[size]}
          {...(size === 'row' ? { loading: 'lazy' } : { fetchPriority: 'high' })}
          decoding="async"
        />
      </span>
    );
  }
  const colour = { '--hue': hueOf(bid) } as CSSProperties;
  return (
    <span className={`${styles.cover} ${styles.drawn}`} data-size={size} style={colour} aria-hidden="true">
      {size !== 'row' && title}
    </span>
  );
}

// By the golden angle, so that books with neighbouring ids stand apart.
const hueOf = (bid: string) =>
  Math.round(Array.from(bid).reduce((sum, letter) => sum * 31 + (letter.codePointAt(0) ?? 0), 7) * 137.508) % 360;
