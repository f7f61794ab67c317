import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Link } from './link.tsx';
import { Inline } from './layout.tsx';
import styles from './segment.module.css';

interface SegmentProps<T extends string> {
  /** What is chosen, for those who have the page read aloud. */
  label: string;
  options: readonly { value: T; label: ReactNode }[];
  value: T;
  onChoose: (value: T) => void;
  /** The space below it, in pixels. */
  below?: number;
}

/** One choice of a few that are all in sight: what a list or a panel shows. */
export const Segment = <T extends string>({ label, options, value, onChoose, below }: SegmentProps<T>) => (
  <Inline role="group" aria-label={label} gap={4} below={below}>
    {options.map((option) => (
      <Button
        key={option.value}
        variant="bare"
        className={styles['option']}
        aria-pressed={option.value === value}
        onClick={() => onChoose(option.value)}
      >
        {option.label}
      </Button>
    ))}
  </Inline>
);

interface SegmentLinksProps extends Pick<SegmentProps<string>, 'label' | 'below'> {
  options: readonly { href: string; label: ReactNode; isCurrent: boolean }[];
}

/** One choice of a few that each have an address; on a phone in one line. */
export const SegmentLinks = ({ label, options, below }: SegmentLinksProps) => (
  <Inline as="nav" sideways gap={4} below={below} aria-label={label}>
    {options.map(({ href, label: text, isCurrent }) => (
      <Link key={href} href={href} className={styles['option']} aria-current={isCurrent ? 'page' : undefined}>
        {text}
      </Link>
    ))}
  </Inline>
);
