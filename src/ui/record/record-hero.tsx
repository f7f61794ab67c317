import { type ReactNode, useEffect } from 'react';
import { type FoundRecord, rememberRecord } from '#client/recent.ts';
import { Facts } from '../kit/card.tsx';
import { Inline } from '../kit/layout.tsx';
import { Text } from '../kit/text.tsx';
import styles from './record-hero.module.css';

interface RecordHeroProps {
  /** The record's picture, if it has one. */
  picture?: ReactNode;
  /** The state of the record: a dot and a word. */
  state?: ReactNode;
  title: string;
  /** Who or what it is from, under the title. */
  line?: ReactNode;
  /** The facts people look for, about six; those without a value are left out. */
  facts: readonly { label: string; value: ReactNode }[];
  /** The actions, with the main one last. */
  acts: ReactNode;
  /** One line, on a part of the record where people work: the name, the state and the first fact. */
  isFolded?: boolean;
  /** How the finder lists it among recently opened records. */
  found: Omit<FoundRecord, 'label'>;
}

/** A record at a glance. */
export function RecordHero({ picture, state, title, line, facts, acts, isFolded = false, found }: RecordHeroProps) {
  const { detail, href, kind, icon } = found;
  useEffect(() => rememberRecord({ label: title, detail, href, kind, icon }), [title, detail, href, kind, icon]);
  const [first] = facts;
  const actsOfRecord = (
    <Inline sideways end tight className={styles.acts}>
      {acts}
    </Inline>
  );
  if (isFolded) {
    return (
      <div className={styles.room}>
        <Inline as="header" gap="8px 14px" below={10}>
          {picture}
          <Inline gap="2px 12px" grow className={styles.name}>
            <h1 data-key="title">{title}</h1>
            {state}
            {first && <span data-key={`fact: ${first.label}`}>{first.value}</span>}
          </Inline>
          {actsOfRecord}
        </Inline>
      </div>
    );
  }
  return (
    <div className={styles.room}>
      <header className={styles.hero} data-picture={picture ? '' : undefined}>
        {picture && <div className={styles.picture}>{picture}</div>}
        <div className={styles.what}>
          {state}
          <h1 data-key="title">{title}</h1>
          {line && <Text tone="soft">{line}</Text>}
        </div>
        {actsOfRecord}
        <Facts className={styles.facts}>
          {facts.map(
            ({ label, value }) =>
              value !== null && (
                <div key={label} data-key={`fact: ${label}`}>
                  <dt>{label}</dt>
                  <dd>{value}</dd>
                </div>
              ),
          )}
        </Facts>
      </header>
    </div>
  );
}
