import styles from './status-mark.module.css';

export type Status = 'unknown' | 'valid' | 'invalid';

const paths: Record<Status, string> = {
  unknown: 'M4.500 8h7',
  valid: 'M4 8.500l2.800 2.800L12 5.500',
  invalid: 'M5 5l6 6M11 5l-6 6',
};

const colours: Record<Status, string> = {
  unknown: 'var(--soft)',
  valid: 'var(--accent)',
  invalid: 'var(--danger)',
};

/** Whether something is present, invalid or unknown: an icon with a text for screen readers. */
export const StatusMark = ({ status, label }: { status: Status; label: string }) => (
  <svg
    className={styles.mark}
    role="img"
    aria-label={label}
    width="18"
    height="18"
    viewBox="0 0 16 16"
    fill="none"
    stroke={colours[status]}
    strokeWidth="1.800"
    strokeLinecap="round"
    strokeLinejoin="round"
  >
    <title>{label}</title>
    <circle cx="8" cy="8" r="7.200" strokeWidth="1" />
    <path d={paths[status]} />
  </svg>
);
