import type { CSSProperties } from 'react';
import styles from './cover.module.css';

interface CoverProps {
  /** Determines the colour of a generated cover. */
  id: string;
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

/** A record as on a shelf: its cover, or a generated one with the title and a colour of its own. */
export function Cover({ id, title, source, larger, size }: CoverProps) {
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
  const colour = { '--hue': hueOf(id) } as CSSProperties;
  return (
    <span className={`${styles.cover} ${styles.drawn}`} data-size={size} style={colour} aria-hidden="true">
      {size !== 'row' && <span className={styles.title}>{title}</span>}
    </span>
  );
}

// By the golden angle, so that neighbouring ids get distinct colours.
const hueOf = (id: string) =>
  Math.round(Array.from(id).reduce((sum, letter) => sum * 31 + (letter.codePointAt(0) ?? 0), 7) * 137.508) % 360;
