import { type Axis, barOf, shareOf } from './axis.rules.ts';
import type { LearnerRegistration } from './learner.contract.ts';
import styles from './registration-bar.module.css';

interface RegistrationBarProps {
  of: LearnerRegistration;
  axis: Axis;
  now: number;
}

/** When a registration ran and runs, to scale, with today marked. Its columns say the same in words. */
export const RegistrationBar = ({ of, axis, now }: RegistrationBarProps) => (
  <span className={styles.bar} aria-hidden="true">
    {barOf(axis, of, now).map(({ part, from, width }) => (
      <span key={part} data-part={part} style={{ insetInlineStart: `${from}%`, inlineSize: `${width}%` }} />
    ))}
    <i style={{ insetInlineStart: `${shareOf(axis, now)}%` }} />
  </span>
);
