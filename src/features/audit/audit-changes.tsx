import { languageTag } from '#kernel/messages/locale.ts';
import { clockDateText } from '#kernel/text/zoned-time.rules.ts';
import { useFormat, useInterface, useT } from '#ui/interface.tsx';
import type { AuditChange, TrailEntry } from './audit.contract.ts';
import type { AuditWords } from './audit.messages.ts';
import styles from './audit-changes.module.css';
import { momentIn, type Shown, withoutFolders, zonedIn } from './audit-changes.rules.ts';

/** The changes of an act, field by field: the old value, then the new. */
export function AuditChanges({ entry }: { entry: Pick<TrailEntry, 'changes' | 'more' | 'reason'> }) {
  const t = useT<AuditWords>();
  return (
    <>
      {entry.reason !== null && (
        <p className={styles.reason}>
          {t('audit.reason')}: {entry.reason}
        </p>
      )}
      {entry.changes.length > 0 && (
        <dl className={styles.changes}>
          {entry.changes.map(({ field, before, after, words }, index) => (
            <div key={`${index} ${field}`}>
              <dt>{field}</dt>
              <dd>
                {words && <Difference of={words} />}
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
              </dd>
            </div>
          ))}
        </dl>
      )}
      {entry.more > 0 && <p className={styles.reason}>{t('audit.more_changes', { count: entry.more })}</p>}
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
