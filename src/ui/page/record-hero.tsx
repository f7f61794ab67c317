import { type ReactNode, useEffect } from 'react';
import { type FoundRecord, rememberRecord } from '#client/recent.ts';
import styles from './record-hero.module.css';

interface RecordHeroProps {
  /** A picture of it, if it has any. */
  picture?: ReactNode;
  /** What state it is in: a dot and a word. */
  state?: ReactNode;
  title: string;
  /** Who or what it is from, under the title. */
  line?: ReactNode;
  /** What people look for, some six; one without a value is left out. */
  facts: readonly { label: string; value: ReactNode }[];
  /** What can be done with it, the main act last. */
  acts: ReactNode;
  /** How the finder names it among what was opened last. */
  found: Omit<FoundRecord, 'label'>;
}

/** What a record is at a glance. */
export function RecordHero({ picture, state, title, line, facts, acts, found }: RecordHeroProps) {
  const { detail, href, kind, icon } = found;
  useEffect(() => rememberRecord({ label: title, detail, href, kind, icon }), [title, detail, href, kind, icon]);
  return (
    <div className={styles.room}>
      <header className={styles.hero} data-picture={picture ? '' : undefined}>
        {picture && <div className={styles.picture}>{picture}</div>}
        <div className={styles.what}>
          {state}
          <h1 data-key="title">{title}</h1>
          {line && <p>{line}</p>}
        </div>
        <div className={styles.acts}>{acts}</div>
        <dl className={styles.facts}>
          {facts.map(
            ({ label, value }) =>
              value !== null && (
                <div key={label} data-key={`fact: ${label}`}>
                  <dt>{label}</dt>
                  <dd>{value}</dd>
                </div>
              ),
          )}
        </dl>
      </header>
    </div>
  );
}
