import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import editor from '#ui/form/editor.module.css';
import { useT } from '#ui/interface.tsx';
import type { BookHint } from '../../book.contract.ts';
import type { BookWords } from '../../book.messages.ts';
import type { BookFieldName, PlainField } from '../book-columns.rules.ts';
import { isReference } from '../book-fields.rules.ts';
import { bookGroups } from '../book-groups.rules.ts';
import { BookField } from './book-field.tsx';
import type { EditorValues } from './book-values.rules.ts';
import { ContentFields } from './content-fields.tsx';
import { LevelFields } from './level-fields.tsx';
import { PlaceFields } from './place-fields.tsx';

interface EditorGroupsProps {
  form: UseFormReturnType<EditorValues>;
  /** Only a new book is given its bid. */
  isNew: boolean;
  formats: readonly string[];
  hints: readonly BookHint[];
}

/** The fields of the editor by group; three groups are drawn by parts of their own. */
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
  const { identity, place, isbn, level, content, makers, subject, media, rights } = bookGroups;
  return (
    <>
      <Group label={t(identity.label)}>
        {field('bid', !isNew)}
        {fields(identity.fields)}
      </Group>
      <Group label={t(place.label)}>
        <PlaceFields form={form} />
      </Group>
      <Group label={t(isbn.label)}>{fields(isbn.fields)}</Group>
      <Group label={t(content.label)}>
        <ContentFields form={form} formats={formats} />
      </Group>
      <Group label={t(level.label)}>
        <LevelFields form={form} />
        {fields(['ar_level', 'word_count', 'page_count'])}
      </Group>
      {[makers, subject, media, rights].map((group) => (
        <Group key={group.label} label={t(group.label)}>
          {fields(group.fields)}
        </Group>
      ))}
    </>
  );
}

function Group({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section className={editor.section}>
      <h2>{label}</h2>
      <div className={editor.fields}>{children}</div>
    </section>
  );
}
