import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import editor from '#ui/form/editor.module.css';
import { FormSection, FormSections } from '#ui/form/form-sections.tsx';
import { useT } from '#ui/interface.tsx';
import type { BookWords } from '../book.messages.ts';
import { type BookFieldName, isReference, type PlainField } from '../fields/book-fields.rules.ts';
import { bookGroups } from '../fields/book-groups.rules.ts';
import type { BookHint } from '../record/book.contract.ts';
import { BookField } from './book-field.tsx';
import type { EditorValues } from './book-values.rules.ts';
import { ContentFields } from './content-fields.tsx';
import { LevelFields } from './level-fields.tsx';
import { SeriesLevelFields } from './series-level-fields.tsx';

interface EditorGroupsProps {
  form: UseFormReturnType<EditorValues>;
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
export function EditorGroups({ form, isNew, formats, hints }: EditorGroupsProps) {
  const t = useT<BookWords>();
  const help: Partial<Record<BookFieldName, string>> = {
    bid: isNew ? t('book.bid_hint') : undefined,
    released_date: t('book.date_hint'),
  };
  const field = (name: PlainField, fixed = false) => (
    <BookField
      key={name}
      name={name}
      {...form.getInputProps(name)}
      hint={hints.find((hint) => hint.field === name)?.message ?? help[name]}
      fixed={fixed}
    />
  );
  const fields = (names: readonly BookFieldName[]) => names.map((name) => (isReference(name) ? null : field(name)));
  const group = (name: GroupName, children: ReactNode) => (
    <FormSection key={name} id={name} label={t(bookGroups[name].label)}>
      <div className={editor.fields}>{children}</div>
    </FormSection>
  );
  return (
    <FormSections index={order.map((name) => ({ id: name, label: t(bookGroups[name].label) }))}>
      {group(
        'identity',
        <>
          {field('bid', !isNew)}
          {fields(bookGroups.identity.fields)}
        </>,
      )}
      {group('library', <SeriesLevelFields form={form} />)}
      {group('isbn', fields(bookGroups.isbn.fields))}
      {group('content', <ContentFields form={form} formats={formats} />)}
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
