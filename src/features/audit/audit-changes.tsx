import { Fragment } from 'react';
import { languageTag } from '#kernel/messages/locale.ts';
import { clockDateText } from '#kernel/text/zoned-time.rules.ts';
import { useFormat, useInterface, useT } from '#ui/interface.tsx';
import { Grid } from '#ui/kit/layout.tsx';
import { Marked, Text } from '#ui/kit/text.tsx';
import type { AuditChange, TrailEntry } from './audit.contract.ts';
import type { AuditWords } from './audit.messages.ts';
import styles from './audit-changes.module.css';
import { momentIn, type Shown, withoutFolders, zonedIn } from './audit-changes.rules.ts';

interface AuditChangesProps {
  entry: Pick<TrailEntry, 'changes' | 'more' | 'reason'>;
  /** Shows all of them; otherwise those after the first few are folded. */
  isWhole?: boolean;
}

// Of more than a screen takes in at a glance.
const shownFirst = 6;

/** The changes of an act, field by field: the old value, then the new. */
export function AuditChanges({ entry, isWhole = false }: AuditChangesProps) {
  const t = useT<AuditWords>();
  const first = isWhole || entry.changes.length <= shownFirst + 2 ? entry.changes : entry.changes.slice(0, shownFirst);
  const rest = entry.changes.slice(first.length);
  return (
    <>
      {entry.reason !== null && (
        <Text tone="soft" below={2}>
          {t('audit.reason')}: {entry.reason}
        </Text>
      )}
      {first.length > 0 && <Fields of={first} />}
      {rest.length > 0 && (
        <details className={styles.fold}>
          <Text as="summary" tone="soft">
            {t('common.and_more', { count: rest.length })}
          </Text>
          <Fields of={rest} />
        </details>
      )}
      {entry.more > 0 && (
        <Text tone="soft" below={2}>
          {t('audit.more_changes', { count: entry.more })}
        </Text>
      )}
    </>
  );
}

function Fields({ of: changes }: { of: readonly AuditChange[] }) {
  // Of what is new, nothing needs to be told from what was there.
  const isNew = changes.every(({ before, words }) => before === null && !words);
  const fields = (
    <Grid as="dl" columns="180px minmax(0, 1fr)" onPhone="minmax(0, 2fr) minmax(0, 3fr)" gap="3px 14px" breaks>
      {changes.map((change, index) => (
        <Fragment key={`${index} ${change.field}`}>
          <dt>{change.field}</dt>
          <Text as="dd" typed>
            <AuditDifference of={change} />
          </Text>
        </Fragment>
      ))}
    </Grid>
  );
  return isNew ? fields : <Marked>{fields}</Marked>;
}

/** The old value of a field, then the new. */
export function AuditDifference({ of: { before, after, words } }: { of: Omit<AuditChange, 'field'> }) {
  if (words) return <Difference of={words} />;
  return (
    <>
      {before !== null && (
        <del>
          <Value of={before} />
        </del>
      )}
      {before !== null && after !== null && <span aria-hidden> → </span>}
      {after !== null && (
        <ins>
          <Value of={after} />
        </ins>
      )}
    </>
  );
}

/** A text with its deletions and insertions marked. */
function Difference({ of: words }: { of: NonNullable<AuditChange['words']> }) {
  return words.map(({ kind, text }, index) => {
    if (kind === 'same') return text;
    return kind === 'old' ? <del key={index}>{text}</del> : <ins key={index}>{text}</ins>;
  });
}

function Value({ of: value }: { of: Exclude<Shown, null> }) {
  const t = useT();
  const format = useFormat();
  const { locale } = useInterface();
  const moment = momentIn(value);
  if (moment !== undefined) return <time dateTime={String(value)}>{format.dateTime(moment)}</time>;
  const zoned = zonedIn(value);
  if (zoned) return `${clockDateText(languageTag(locale), zoned.clock)} ${zoned.zone}`;
  if (typeof value === 'boolean') return t(value ? 'common.yes' : 'common.no');
  if (typeof value === 'number') return value;
  return value === '' ? t('common.none') : withoutFolders(value);
}
