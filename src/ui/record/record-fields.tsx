import type { ReactNode } from 'react';
import { useT } from '../interface.tsx';
import { Card, Pairs } from '../kit/card.tsx';
import { Inline } from '../kit/layout.tsx';
import { Text } from '../kit/text.tsx';
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
      <div className={styles.groups}>
        {filled.map(({ label, fields }) => (
          <section key={label} className={styles.group}>
            <Text as="h2" size="small" below={6}>
              {label}
            </Text>
            <Pairs>
              {fields.map((field) => (
                <div key={field.label} data-key={`${label}: ${field.label}`}>
                  <dt>{field.label}</dt>
                  <dd>{field.value}</dd>
                </div>
              ))}
            </Pairs>
          </section>
        ))}
      </div>
      {empty.length > 0 && (
        <details className={styles.empty}>
          <Text as="summary" tone="soft">
            {t('record.empty_fields', { count: empty.length })}
          </Text>
          <Inline as="ul" gap="4px 16px" above={4} tone="soft">
            {empty.map(({ label }) => (
              <li key={label}>{label}</li>
            ))}
          </Inline>
        </details>
      )}
    </Card>
  );
}
