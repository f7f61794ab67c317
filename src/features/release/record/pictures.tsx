import styles from './release-record.module.css';

// More would hide the other changes of the release.
const shownAtMost = 8;

interface Shown {
  href: string;
  name: string;
}

/** What pictures look like, the first few of them. */
export function Pictures({ of }: { of: readonly Shown[] }) {
  return (
    <span className={styles.pictures}>
      {of.slice(0, shownAtMost).map(({ href, name }) => (
        <img key={href} src={href} alt={name} title={name} loading="lazy" />
      ))}
      {of.length > shownAtMost && ` +${of.length - shownAtMost}`}
    </span>
  );
}
