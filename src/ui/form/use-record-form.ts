import { type RefObject, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { ApiError, isStale } from '#client/api.ts';
import { notify } from '#client/dialogs.ts';
import { useT } from '../interface.tsx';
import { type FormOf, useForm } from '../kit/form.ts';
import { focusField, focusFirst, returnFocus } from './focus.ts';
import { changedFields, type FieldOf, mergeValues, type RecordValues, type Stored } from './record-values.rules.ts';
import { useDraft } from './use-draft.ts';
import { useEditing } from './use-editing.ts';
import { type Again, type Submission, useSubmit } from './use-submit.ts';
import { useUnsaved } from './use-unsaved.ts';

/** The values to save, and the version they replace. */
interface Draft<Values> extends Stored<Values> {
  /** The fields that differ from the stored ones. */
  changed: FieldOf<Values>[];
}

/** Fields that were changed here and that somebody else saved in the meantime. */
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
  /**
   * Saves, and returns the record as it is now; undefined if the person cancelled. `merged` names the other person whose
   * changes have been merged since the same save was begun.
   */
  save: (draft: Draft<Values>, merged?: string) => Promise<Saved | undefined>;
  /** Called after a save. `merged` names the other person whose changes were merged with these. */
  onSaved: (saved: Saved, merged: string | undefined) => void;
  /** Called instead of a save if nothing was changed; by default the person is told so. */
  onUnchanged?: () => void;
  /** Creates the record from all its values, for one that somebody has deleted; then called with it. */
  again?:
    | (Omit<Again, 'create'> & {
        create: (values: Values) => Promise<Saved | undefined>;
        onCreated: (saved: Saved) => void;
      })
    | undefined;
  /** Loads the stored record after somebody else has saved it. */
  load?: () => Promise<Stored<Values>>;
  /** Keeps unsaved input under this name and offers it after a reload; see {@link DraftOffer}. */
  draft?: string;
  /** The record by the kind and id of its changes: while the form is open, others see who is editing it. */
  record?: { kind: string; id: string | number } | undefined;
}

/** A form of one record. Fields are addressed as in `form.getInputProps`, nested ones as 'prices.0.price'. */
export interface RecordForm<Values> {
  form: FormOf<Values>;
  /** For the form element: leaving the page asks about unsaved changes. */
  ref: RefObject<HTMLFormElement | null>;
  submission: Submission;
  /** The fields with unsaved changes, and the version they are changes of. */
  changed: FieldOf<Values>[];
  /** What is stored, as far as this form knows. */
  stored: Values;
  version: number | undefined;
  conflict: Conflict<Values> | null;
  /** Unsaved input of an earlier visit, and its time. Seconds. */
  draft: { at: number; restore: () => void; discard: () => void } | null;
  /** Resets to the stored values. */
  discard: () => void;
}

// For when somebody else keeps saving at the same time; after these attempts the failure is shown.
const attempts = 3;

/**
 * Edits one record over the version it was loaded with. If somebody else has saved it since, fields that only one of
 * the two changed are merged and saved; fields that both changed wait for a choice, with both values shown. Errors of
 * the response appear at their fields, and nothing typed is lost.
 */
export function useRecordForm<Values extends RecordValues, Saved extends { version: number }>(
  options: RecordFormOptions<Values, Saved>,
): RecordForm<Values> {
  const t = useT();
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
  useEffect(() => {
    // The work begins at the first field, unless the person is somewhere already, or comes for a part of the page.
    const isAtPart = location.hash !== '';
    if (!isAtPart && ref.current && document.activeElement === document.body) focusFirst(ref.current);
  }, [ref]);

  const saveOver = async (base: Stored<Values>, values: Values, attempt: number, merged?: string): Promise<void> => {
    try {
      const changes = changedFields(values, base.values);
      const saved = await options.save({ values, version: base.version, changed: changes }, merged);
      if (saved === undefined) return;
      // Synchronously, so that leaving the page finds nothing unsaved.
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

  const createAgain = async ({ create, onCreated }: NonNullable<typeof options.again>) => {
    form.clearErrors();
    const values = form.getValues();
    try {
      const saved = await create(values);
      if (saved === undefined) return;
      flushSync(() => setStored({ values, version: saved.version }));
      onCreated(saved);
    } catch (error) {
      if (error instanceof ApiError) form.setErrors(error.fields);
      throw error;
    }
  };
  const save = async () => {
    form.clearErrors();
    const values = form.getValues();
    if (stored.version !== undefined && changedFields(values, stored.values).length === 0) {
      setConflict(null);
      if (options.onUnchanged) options.onUnchanged();
      else void notify({ message: t('form.unchanged') });
      return;
    }
    await saveOver(stored, values, 1);
  };
  const { again } = options;
  const submission = useSubmit(save, ref, again && { ...again, create: () => createAgain(again) });

  return {
    form,
    ref,
    submission,
    changed,
    stored: stored.values,
    version: stored.version,
    conflict,
    draft: offered
      ? {
          at: offered.at,
          // Restored over the version it was typed over: if somebody has saved since, saving merges as usual. Fields
          // that the draft does not touch keep what they show, which may have been typed since.
          restore: () => {
            flushSync(() => {
              setStored(offered.base);
              form.setValues(mergeValues(offered.base.values, offered.values, form.getValues()).values);
              settle();
            });
            const restored = changedFields(offered.values, offered.base.values);
            if (!restored.some((name) => focusField(ref.current, name))) returnFocus(null, ref.current);
          },
          discard: () => {
            flushSync(settle);
            returnFocus(null, ref.current);
          },
        }
      : null,
    discard: () => {
      // The restored draft may be based on an older version than the one stored now.
      const newest = (stored.version ?? 0) < (options.initial.version ?? 0) ? options.initial : stored;
      flushSync(() => {
        setStored(newest);
        form.setValues(newest.values);
        form.clearErrors();
        submission.clear();
        setConflict(null);
      });
      // The button that was pressed has gone.
      returnFocus(null, ref.current);
    },
  };
}
