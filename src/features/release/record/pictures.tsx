import styles from './release-record.module.css';

// More would hide the other changes of the release.
const shownAtMost = 8;

interface Shown {
  href: string;
  name: string;
  open: string;
}

/** What pictures look like, the first few of them; each opens as it is. */
export function Pictures({ of }: { of: readonly Shown[] }) {
  return (
    <span className={styles.pictures}>
      {of.slice(0, shownAtMost).map(({ href, name, open }) => (
        <a key={href} href={open} target="_blank" rel="noreferrer">
          <img src={href} alt={name} title={name} loading="lazy" />
        </a>
      ))}
      {of.length > shownAtMost && ` +${of.length - shownAtMost}`}
    </span>
  );
}
