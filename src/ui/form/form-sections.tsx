import { Card } from '#ui/kit/card.tsx';
import type { ReactNode } from 'react';
import { useT } from '../interface.tsx';
import { FieldMark } from '../kit/field-mark.tsx';
import { Stack } from '../kit/layout.tsx';
import { Link } from '../kit/link.tsx';
import { Text, Unseen } from '../kit/text.tsx';
import styles from './form-sections.module.css';

interface IndexEntry {
  id: string;
  label: string;
  /** How many of its fields have unsaved changes, and whether one of its fields is refused as it is. */
  changed?: number;
  isWrong?: boolean;
}

interface FormSectionsProps {
  /** The sections in order, by the id of their {@link FormSection}. */
  index: readonly IndexEntry[];
  children: ReactNode;
}

/** The sections of a long form beside an index, which stays in sight where there is room. */
export function FormSections({ index, children }: FormSectionsProps) {
  const t = useT();
  return (
    <div className={styles.sections}>
      <div>{children}</div>
      <nav className={styles.index} aria-label={t('form.sections')}>
        <Stack as="ul" gap={0}>
          {index.map(({ id, label, changed = 0, isWrong = false }) => (
            <li key={id}>
              <Link tone="soft" href={`#part-${id}`}>
                {label}{' '}
                {(changed > 0 || isWrong) && (
                  <Text as="span" tone={isWrong ? 'problem' : 'done'} size="fine" aria-hidden="true">
                    ●
                  </Text>
                )}
                {changed > 0 && <Unseen> {t('form.unsaved', { count: changed })}</Unseen>}
              </Link>
            </li>
          ))}
        </Stack>
      </nav>
    </div>
  );
}

interface FormSectionProps {
  id: string;
  label: string;
  /** The name of the field that all of it is, if it is one. */
  name?: string | undefined;
  children: ReactNode;
}

/** A part of a long form under its heading. */
export function FormSection({ id, label, name, children }: FormSectionProps) {
  return (
    <Card id={`part-${id}`}>
      <FieldMark name={name} label={label} />
      <h2>{label}</h2>
      {children}
    </Card>
  );
}
