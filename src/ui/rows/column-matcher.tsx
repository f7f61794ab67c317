import { useState } from 'react';
import type { ColumnWords } from '#kernel/messages/common/column.messages.ts';
import { columnName } from '#kernel/sheets/column-name.rules.ts';
import type { ColumnsState } from '#kernel/sheets/sheet-columns.contract.ts';
import type { SheetColumns } from '#kernel/sheets/sheet-columns.rules.ts';
import { useT } from '../interface.tsx';
import { BareSelect } from '../kit/bare-field.tsx';
import { Button } from '../kit/button.tsx';
import { Card, Frame } from '../kit/card.tsx';
import { Inline } from '../kit/layout.tsx';
import { Note } from '../kit/note.tsx';
import { Text } from '../kit/text.tsx';
import styles from './column-matcher.module.css';

interface ColumnMatcherProps {
  state: ColumnsState;
  busy: boolean;
  /** The fields that must have a column before the rows can be read; other required fields are only named. */
  needed: readonly string[];
  /** The advice about required fields without a column. */
  advice?: string;
  /** Called when the headings are in another row. */
  onHeadingRow: (row: number) => void;
  onChoose: (columns: SheetColumns) => void;
}

/**
 * Asks which column of a sheet holds which field, with its heading and first values beside each choice. Works inside a
 * form.
 */
export function ColumnMatcher({ state, busy, needed, advice, onHeadingRow, onChoose }: ColumnMatcherProps) {
  const t = useT<ColumnWords>();
  const [fields, setFields] = useState(() => state.columns.map(({ field }) => field));
  const choose = (index: number, field: string | null) =>
    // A field belongs to one column: choosing it here clears it where it was.
    setFields(fields.map((one, nth) => (nth === index ? field : one === field ? null : one)));
  const missing = state.fields.filter(({ name, required }) => required && !fields.includes(name));
  const blocked = missing.some(({ name }) => needed.includes(name));
  return (
    <Card gap={12} className={styles.matcher} aria-labelledby="match-columns">
      <Text as="h2" below={0} id="match-columns">
        {t('columns.heading')}
      </Text>
      <Text tone="soft">{t('columns.hint')}</Text>
      <Inline as="label" tight>
        {t('columns.heading_row')}
        <BareSelect value={state.heading_row} onChange={(event) => onHeadingRow(Number(event.currentTarget.value))}>
          <option value={0}>{t('columns.no_heading')}</option>
          {state.rows.map(({ row, text }) => (
            <option key={row} value={row}>
              {t('columns.row', { row, text })}
            </option>
          ))}
        </BareSelect>
      </Inline>
      <Frame as="ul" className={styles.columns}>
        {state.columns.map(({ index, heading, samples }) => (
          <li key={index}>
            <Text as="code" tone="soft">
              {columnName(index)}
            </Text>
            <Text as="span" cut strong={fields[index] !== null} tone={fields[index] === null ? 'soft' : undefined}>
              {heading || t('columns.column', { letter: columnName(index) })}
            </Text>
            <BareSelect
              value={fields[index] ?? ''}
              aria-label={t('columns.field_of', { letter: columnName(index) })}
              disabled={busy}
              onChange={(event) => choose(index, event.currentTarget.value || null)}
            >
              <option value="">{t('columns.leave_out')}</option>
              {state.fields.map(({ name, label, required }) => (
                <option key={name} value={name}>
                  {required ? `${label} *` : label}
                </option>
              ))}
            </BareSelect>
            <Text as="span" cut tone="soft" className={styles.samples}>
              {samples.join(' · ')}
            </Text>
          </li>
        ))}
      </Frame>
      <Inline gap="8px 12px" className={styles.foot}>
        {missing.length > 0 && (
          <Note tone={blocked ? 'problem' : 'warn'} className={styles.missing}>
            {t('columns.missing', { names: missing.map(({ label }) => label).join(', ') })} {!blocked && advice}
          </Note>
        )}
        <Button
          variant="primary"
          busy={busy}
          disabled={blocked}
          onClick={() => onChoose({ heading_row: state.heading_row, fields })}
        >
          {t('columns.read')}
        </Button>
        <Text as="output" tone="soft">
          {t('columns.matched', { count: fields.filter((field) => field !== null).length })}
        </Text>
      </Inline>
    </Card>
  );
}
