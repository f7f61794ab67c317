import { Card } from '#ui/kit/card.tsx';
import type { ReactNode } from 'react';
import { useT } from '../interface.tsx';
import styles from './record-fields.module.css';

interface FieldGroup {
  label: string;
  /** A field without a value counts as empty. */
  fields: readonly { label: string; value: ReactNode }[];
}

const isEmpty = ({ value }: { value: ReactNode }) => value === null || value === '';

/** The fields of a record in groups; empty ones are listed together at the end, folded. */
export function RecordFields({ groups }: { groups: readonly FieldGroup[] }) {
  const t = useT();
  const filled = groups
    .map(({ label, fields }) => ({ label, fields: fields.filter((field) => !isEmpty(field)) }))
    .filter(({ fields }) => fields.length > 0);
  const empty = groups.flatMap(({ fields }) => fields.filter(isEmpty));
  if (filled.length === 0 && empty.length === 0) return null;
  return (
    <Card>
      <div className={styles.groups} data-several={filled.length > 1 || undefined}>
        {filled.map(({ label, fields }) => (
          <section key={label} className={styles.group}>
            <h2>{label}</h2>
            <dl>
              {fields.map((field) => (
                <div key={field.label} data-key={`${label}: ${field.label}`}>
                  <dt>{field.label}</dt>
                  <dd>{field.value}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      {empty.length > 0 && (
        <details className={styles.empty}>
          <summary>{t('record.empty_fields', { count: empty.length })}</summary>
          <ul>
            {empty.map(({ label }) => (
              <li key={label}>{label}</li>
            ))}
          </ul>
        </details>
      )}
    </Card>
  );
}
