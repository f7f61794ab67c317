import styles from './home.module.css';

/** A person, by the first letter of the name that stands beside it. */
export const Face = ({ name }: { name: string }) => (
  <span className={styles.face} aria-hidden>
    {Array.from(name)[0]?.toLocaleUpperCase()}
  </span>
);
