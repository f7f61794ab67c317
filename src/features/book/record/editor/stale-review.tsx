import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useFormat, useT } from '#ui/interface.tsx';
import type { BookWords } from '../../book.messages.ts';
import { bookFields, isReference, referenceColumns } from '../book-fields.rules.ts';
import {
  disagreements,
  type EditorField,
  type EditorTitles,
  type EditorValues,
  type ReferenceColumn,
  titlesOf,
  valuesOf,
} from './book-values.rules.ts';
import styles from './editor.module.css';
import type { BookEditorState } from './use-book-editor.ts';
import type { Conflict } from './use-save-book.ts';

interface StaleReviewProps {
  editor: BookEditorState;
  conflict: Conflict;
  onSave: (values: EditorValues, titles: EditorTitles) => void;
  onDiscard: () => void;
}

type Keep = 'mine' | 'theirs';

/** Two people changed one book: field by field, whose words to keep. */
export function StaleReview({ editor, conflict, onSave, onDiscard }: StaleReviewProps) {
  const t = useT<BookWords>();
  const format = useFormat();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const theirs = valuesOf(conflict.theirs);
  const theirTitles = titlesOf(conflict.theirs);
  const found = disagreements(editor.base, editor.values, theirs);
  const [chosen, setChosen] = useState<ReadonlyMap<EditorField, Keep>>(new Map());
  const keepOf = (name: EditorField, suggested: Keep) => chosen.get(name) ?? suggested;
  const save = () => {
    const values = { ...theirs };
    const titles = { ...theirTitles };
    for (const { name, keep } of found) {
      if (keepOf(name, keep) === 'theirs') continue;
      values[name] = editor.values[name];
      if (isColumn(name)) titles[name] = editor.titles[name];
    }
    onSave(values, titles);
  };
  return (
    <section className={styles.review} aria-labelledby="stale-review">
      <h2 id="stale-review" ref={heading} tabIndex={-1}>
        {t('book.stale_title')}
      </h2>
      <p>{t('book.stale_text', { name: conflict.name, time: format.dateTime(conflict.at) })}</p>
      {found.length === 0 ? (
        <p>{t('book.stale_same')}</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th scope="col">{t('book.stale_field')}</th>
              <th scope="col">{t('book.stale_mine')}</th>
              <th scope="col">{t('book.stale_theirs')}</th>
            </tr>
          </thead>
          <tbody>
            {found.map(({ name, keep }) => (
              <ReviewRow
                key={name}
                name={name}
                mine={isColumn(name) ? editor.titles[name] : editor.values[name]}
                theirs={isColumn(name) ? theirTitles[name] : theirs[name]}
                keep={keepOf(name, keep)}
                onKeep={(side) => setChosen(new Map(chosen).set(name, side))}
              />
            ))}
          </tbody>
        </table>
      )}
      <div className={styles.actions}>
        <Button onClick={save}>{t('book.stale_save')}</Button>
        <Button variant="default" onClick={onDiscard}>
          {t('book.stale_reload')}
        </Button>
      </div>
    </section>
  );
}

interface ReviewRowProps {
  name: EditorField;
  mine: string;
  theirs: string;
  keep: Keep;
  onKeep: (keep: Keep) => void;
}

function ReviewRow({ name, mine, theirs, keep, onKeep }: ReviewRowProps) {
  const t = useT<BookWords>();
  const side = (which: Keep, text: string) => (
    <td>
      <label>
        <input type="radio" name={`keep-${name}`} checked={keep === which} onChange={() => onKeep(which)} />
        <span className={text === '' ? styles.empty : undefined}>{text === '' ? t('book.stale_empty') : text}</span>
      </label>
    </td>
  );
  return (
    <tr>
      <th scope="row">{t(labelOf(name))}</th>
      {side('mine', mine)}
      {side('theirs', theirs)}
    </tr>
  );
}

const columns: ReadonlySet<string> = new Set(Object.values(referenceColumns));
const isColumn = (name: EditorField): name is ReferenceColumn => columns.has(name);

const labels = new Map(
  bookFields.map((field) => [isReference(field.name) ? referenceColumns[field.name] : field.name, field.label]),
);
const labelOf = (name: EditorField) => labels.get(name) ?? 'book.field_bid';
