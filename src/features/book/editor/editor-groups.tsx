import { type ReactNode, useRef } from 'react';
import editor from '#ui/form/editor.module.css';
import type { RecordForm } from '#ui/form/use-record-form.ts';
import { FormSection, FormSections } from '#ui/form/form-sections.tsx';
import { useT } from '#ui/interface.tsx';
import { Checkbox, Choices, Radio } from '#ui/kit/choice.tsx';
import type { FormOf } from '#ui/kit/form.ts';
import { Select } from '#ui/kit/input.tsx';
import { Grid } from '#ui/kit/layout.tsx';
import { Text } from '#ui/kit/text.tsx';
import type { BookWords } from '../book.messages.ts';
import {
  type BookFieldName,
  findBookField,
  isReference,
  levelTypes,
  type PlainField,
  referenceColumns,
} from '../fields/book-fields.rules.ts';
import { bookGroups } from '../fields/book-groups.rules.ts';
import type { BookHint } from '../record/book.contract.ts';
import styles from './book-editor.module.css';
import { BookField } from './book-field.tsx';
import { type EditorField, type EditorValues, shownValue } from './book-values.rules.ts';
import { CefrChecks } from './cefr-checks.tsx';
import { SeriesLevelFields } from './series-level-fields.tsx';

interface EditorGroupsProps {
  /** The form, with the fields that have unsaved changes and what is stored in them. */
  of: Pick<RecordForm<EditorValues>, 'form' | 'changed' | 'stored'>;
  /** Only a new book can be given a bid. */
  isNew: boolean;
  formats: readonly string[];
  hints: readonly BookHint[];
}

type GroupName = keyof typeof bookGroups;

/** The last groups, which consist of plain fields only. */
const plain = ['makers', 'subject', 'media', 'rights'] as const satisfies readonly GroupName[];
const order = ['identity', 'library', 'isbn', 'content', 'level', ...plain] as const satisfies readonly GroupName[];

/** The fields of the editor by group; three groups have components of their own. */
export function EditorGroups({ of, isNew, formats, hints }: EditorGroupsProps) {
  const { form, changed, stored } = of;
  const t = useT<BookWords>();
  const help: Partial<Record<BookFieldName, string>> = {
    bid: isNew ? t('book.bid_hint') : undefined,
    released_date: t('book.date_hint'),
  };
  const yesOrNo: Readonly<Record<string, string>> = { Y: t('common.yes'), N: t('common.no') };
  /** The value that a changed field of a book had. */
  const former = (name: EditorField) => {
    if (isNew || !changed.includes(name)) return null;
    const value = shownValue(name, stored);
    const shown = (findBookField(name)?.choices && yesOrNo[value]) ?? value;
    return (
      <Text as="span" tone="done" lines={2}>
        {t('book.was', { value: shown || '—' })}
      </Text>
    );
  };
  const hintOf = (name: PlainField) => {
    const was = former(name);
    if (!was) return hints.find((hint) => hint.field === name)?.message ?? help[name];
    return (
      <>
        {was} {help[name]}
      </>
    );
  };
  const field = (name: PlainField, fixed = false) => (
    <BookField key={name} name={name} {...form.getInputProps(name)} hint={hintOf(name)} fixed={fixed} />
  );
  const fields = (names: readonly BookFieldName[]) => names.map((name) => (isReference(name) ? null : field(name)));
  const group = (name: GroupName, children: ReactNode) => (
    <FormSection key={name} id={name} label={t(bookGroups[name].label)}>
      <Grid>{children}</Grid>
    </FormSection>
  );
  return (
    <FormSections
      index={order.map((name) => {
        const own = bookGroups[name].fields.map((one) => (isReference(one) ? referenceColumns[one] : one));
        return {
          id: name,
          label: t(bookGroups[name].label),
          changed: own.filter((one) => changed.includes(one)).length,
          isWrong: own.some((one) => one in form.errors),
        };
      })}
    >
      {group(
        'identity',
        <>
          {field('bid', !isNew)}
          {fields(bookGroups.identity.fields)}
        </>,
      )}
      {group('library', <SeriesLevelFields form={form} />)}
      {group('isbn', fields(bookGroups.isbn.fields))}
      {group('content', <ContentFields form={form} formats={formats} former={former} />)}
      {group(
        'level',
        <>
          <LevelFields form={form} />
          {fields(['ar_level', 'word_count', 'page_count'])}
        </>,
      )}
      {plain.map((name) => group(name, fields(bookGroups[name].fields)))}
    </FormSections>
  );
}

interface ContentFieldsProps {
  form: FormOf<EditorValues>;
  formats: readonly string[];
  former: (name: EditorField) => ReactNode;
}

const spindle = 'SPINDLE';

/** The format and the content location. Spindle has its own checkbox, which also shows the content zip. */
function ContentFields({ form, formats, former }: ContentFieldsProps) {
  const t = useT<BookWords>();
  const { format, content_zip_url: zip } = form.values;
  const isSpindle = format === spindle;
  const other = useRef(isSpindle ? 'EPUB' : format);
  const setFormat = (next: string) => {
    if (next !== spindle) other.current = next;
    form.setFieldValue('format', next);
  };
  const field = (name: 'content_zip_url' | 'epub_content_id' | 'epub_path') => (
    <BookField name={name} {...form.getInputProps(name)} hint={former(name)} />
  );
  return (
    <>
      <Checkbox
        className={editor.check}
        label={t('book.spindle')}
        name="spindle"
        checked={isSpindle}
        onChange={(event) => setFormat(event.currentTarget.checked ? spindle : other.current)}
      />
      <Select
        label={t('book.field_format')}
        hint={former('format')}
        error={form.errors.format}
        required
        name="format"
        value={format}
        options={formats.includes(format) ? formats : [format, ...formats]}
        onChange={(event) => setFormat(event.currentTarget.value)}
      />
      {(isSpindle || zip !== '') && field('content_zip_url')}
      {field('epub_content_id')}
      {field('epub_path')}
    </>
  );
}

/** The level type decides which inputs are shown; text in the others is kept. */
function LevelFields({ form }: { form: FormOf<EditorValues> }) {
  const t = useT<BookWords>();
  const type = form.values.level_type;
  return (
    <>
      <Choices label={t('book.field_level_type')} name="level_type" error={form.errors.level_type}>
        {[...levelTypes, '' as const].map((one) => (
          <Radio
            key={one}
            label={one === '' ? t('common.none') : one}
            name="level_type"
            value={one}
            checked={type === one}
            onChange={() => form.setFieldValue('level_type', one)}
          />
        ))}
      </Choices>
      <div className={styles.template}>
        {type === 'Lexile' && (
          <BookField name="lexile" {...form.getInputProps('lexile')} hint={t('book.lexile_hint')} />
        )}
        {type === 'CEFR' && <CefrChecks {...form.getInputProps('cefr_level')} />}
      </div>
    </>
  );
}
