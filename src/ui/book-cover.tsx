import type { CSSProperties } from 'react';
import styles from './book-cover.module.css';

interface BookCoverProps {
  bid: string;
  title: string;
  /** The address of the image; null renders a generated cover. */
  source: string | null;
  /** The address of the same image for high-density screens. */
  larger?: string | null;
  size: 'row' | 'card' | 'hero';
}

const pixels = {
  row: { width: 24, height: 32 },
  card: { width: 72, height: 100 },
  hero: { width: 150, height: 206 },
} as const;

/** The widths of a portrait's thumbnails, and the width it is shown at: less on a phone. */
const choice = (source: string, larger: string) => ({
  srcSet: `${source} 230w, ${larger} 460w`,
  sizes: '(max-width: 700px) 92px, 150px',
});

/** A book as shown on a shelf: its cover, or a generated one with the title and a colour of its own. */
export function BookCover({ bid, title, source, larger, size }: BookCoverProps) {
  if (source) {
    return (
      <span className={styles.cover} data-size={size}>
        <img
          src={source}
          {...(larger && choice(source, larger))}
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
      {size !== 'row' && <span>{title}</span>}
    </span>
  );
}

// By the golden angle, so that books with neighbouring ids get distinct colours.
const hueOf = (bid: string) =>
  Math.round(Array.from(bid).reduce((sum, letter) => sum * 31 + (letter.codePointAt(0) ?? 0), 7) * 137.508) % 360;
