import { type UseFormReturnType, useForm } from '@mantine/form';
import { type RefObject, useState } from 'react';
import { flushSync } from 'react-dom';
import { ApiError, isStale } from '#client/api.ts';
import { changedFields, type FieldOf, mergeValues, type RecordValues, type Stored } from './record-values.rules.ts';
import { useDraft } from './use-draft.ts';
import { useEditing } from './use-editing.ts';
import { type Submission, useSubmit } from './use-submit.ts';
import { useUnsaved } from './use-unsaved.ts';

/** What is to be saved, and over what. */
export interface Draft<Values> extends Stored<Values> {
  /** The fields that differ from what is stored. */
  changed: FieldOf<Values>[];
}

/** Fields that somebody else saved meanwhile and that were changed here too. */
export interface Conflict<Values> {
  /** Who saved, and when. Seconds. */
  name: string;
  at: number;
  fields: FieldOf<Values>[];
  mine: Values;
  theirs: Values;
}

interface RecordFormOptions<Values, Saved> {
  initial: Stored<Values>;
  /** Saves, and answers what it is now; undefined where the person thought better of it. */
  save: (draft: Draft<Values>) => Promise<Saved | undefined>;
  /** After a save. `merged` names who else had saved, where their changes went in with these. */
  onSaved: (saved: Saved, merged: string | undefined) => void;
  /** The record as it is stored now, for when somebody else has saved it. */
  load?: () => Promise<Stored<Values>>;
  /** Keeps what is typed under this name, to be offered after a reload; see {@link DraftOffer}. */
  draft?: string;
  /** The record, by the kind and id of its changes: while the form is open, others are told who edits it. */
  record?: { kind: string; id: string | number } | undefined;
}

/** A form that holds one record. Its fields are those of `form.getInputProps`, nested ones as 'prices.0.price'. */
export interface RecordForm<Values> {
  form: UseFormReturnType<Values>;
  /** For the form element: leaving asks about what is not saved. */
  ref: RefObject<HTMLFormElement | null>;
  submission: Submission;
  /** The fields with changes that are not saved. */
  changed: FieldOf<Values>[];
  conflict: Conflict<Values> | null;
  /** What was typed on an earlier visit and not saved, and when. Seconds. */
  draft: { at: number; restore: () => void; discard: () => void } | null;
  /** Goes back to what is stored. */
  discard: () => void;
}

// Somebody who keeps saving at the same time; the last failure is shown then.
const attempts = 3;

/**
 * Edits one record over the version it was loaded with. Where somebody else has saved it since, what only one of the two
 * changed is merged and saved; what both changed waits for a choice, with both values shown. Errors of the answer appear at
 * their fields, and nothing typed is lost.
 */
export function useRecordForm<Values extends RecordValues, Saved extends { version: number }>(
  options: RecordFormOptions<Values, Saved>,
): RecordForm<Values> {
  const [stored, setStored] = useState(options.initial);
  const [conflict, setConflict] = useState<Conflict<Values> | null>(null);
  const form = useForm<Values>({ mode: 'controlled', initialValues: options.initial.values });
  const changed = changedFields(form.values, stored.values);
  const ref = useUnsaved<HTMLFormElement>(changed.length > 0);
  const { offered, settle } = useDraft({
    record: options.draft,
    values: form.values,
    stored,
    isChanged: changed.length > 0,
  });
  useEditing(options.record);
  const hasNews = offered !== null && changedFields(offered.values, options.initial.values).length > 0;

  const saveOver = async (base: Stored<Values>, values: Values, attempt: number, merged?: string): Promise<void> => {
    try {
      const changes = changedFields(values, base.values);
      const saved = await options.save({ values, version: base.version, changed: changes });
      if (saved === undefined) return;
      // At once, so that leaving finds nothing unsaved.
      flushSync(() => {
        setStored({ values, version: saved.version });
        setConflict(null);
      });
      options.onSaved(saved, merged);
    } catch (error) {
      if (error instanceof ApiError) form.setErrors(error.fields);
      if (!isStale(error) || !options.load || attempt === attempts) throw error;
      const theirs = await options.load();
      const { values: merge, disputed } = mergeValues(base.values, values, theirs.values);
      const name = String(error.details['name']);
      setStored(theirs);
      form.setValues(merge);
      if (disputed.length === 0) return saveOver(theirs, merge, attempt + 1, name);
      const at = Number(error.details['at']);
      setConflict({ name, at, fields: disputed, mine: values, theirs: theirs.values });
    }
  };

  const submission = useSubmit(async () => {
    form.clearErrors();
    await saveOver(stored, form.getValues(), 1);
  });

  return {
    form,
    ref,
    submission,
    changed,
    conflict,
    draft: hasNews
      ? {
          at: offered.at,
          // Over the version it was typed over: where somebody has saved since, saving merges as ever.
          restore: () => {
            setStored(offered.base);
            form.setValues(offered.values);
            settle();
          },
          discard: settle,
        }
      : null,
    discard: () => {
      // What was restored may have been typed over an older version than is stored by now.
      const newest = (stored.version ?? 0) < (options.initial.version ?? 0) ? options.initial : stored;
      setStored(newest);
      form.setValues(newest.values);
      form.clearErrors();
      submission.clear();
      setConflict(null);
    },
  };
}
