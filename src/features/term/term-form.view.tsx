import { client } from '#client/api.ts';
import { finishFragment } from '#client/dialogs.ts';
import { languageTag } from '#kernel/messages/locale.ts';
import { ConflictReview } from '#ui/form/conflict-review.tsx';
import { DialogForm } from '#ui/form/dialog-form.tsx';
import { type FormValues, formValues, sentFields } from '#ui/form/field-values.rules.ts';
import { type RecordForm, useRecordForm } from '#ui/form/use-record-form.ts';
import { useT } from '#ui/interface.tsx';
import { Checkbox } from '#ui/kit/choice.tsx';
import { Input } from '#ui/kit/input.tsx';
import { Grid } from '#ui/kit/layout.tsx';
import type { termApi } from './term.contract.ts';
import type { TermWords } from './term.messages.ts';
import { formLocales, termEntity } from './term.rules.ts';
import { formFields, ownFields, type TermColumns, termFields } from './term-fields.rules.ts';

const call = client<typeof termApi>();

type TermValues = FormValues<typeof termFields>;

interface TermFormProps {
  /** Null for a new one. */
  term: (TermColumns & { term_idx: number; version: number }) | null;
  /** What a new one begins with. */
  proposed: Readonly<Partial<TermValues>>;
}

interface SavedTerm {
  id: number;
  version: number;
  undo?: number | undefined;
  act?: number | undefined;
}

const sentValues = (values: TermValues) => ({
  ...sentFields(ownFields, values),
  texts: sentFields(formFields, values),
});

async function create(values: TermValues): Promise<SavedTerm> {
  const { results } = await call('POST /api/v1/term', { body: sentValues(values) });
  return { id: results.term_idx, version: 1, undo: results.act_idx };
}

/** The dialog that adds or edits a term. */
export default function TermForm({ term, proposed }: TermFormProps) {
  const t = useT<TermWords>();
  const record = useTermForm(term, proposed);
  const { form, ref, submission } = record;
  const labelOf = (name: keyof TermValues) => t(termFields[name].label);
  const field = (name: Exclude<keyof TermValues, 'keep'>) => ({
    ...form.getInputProps(name),
    label: labelOf(name),
    name,
    maxLength: termFields[name].max,
    autoComplete: 'off',
  });
  const textOf = (name: keyof TermValues, of: TermValues): string => {
    const value = of[name];
    return typeof value === 'boolean' ? t(value ? 'common.yes' : 'common.no') : value;
  };
  return (
    <DialogForm
      ref={ref}
      of={submission}
      heading={t(term ? 'term.edit' : 'term.create')}
      failed={t(term ? 'term.edit_failed' : 'term.add_failed')}
      isSaidByField={Object.keys(form.errors).length > 0 || record.conflict !== null}
      submit={t(term ? 'common.save' : 'CMN-05')}
      above={<ConflictReview of={record} labelOf={labelOf} textOf={textOf} />}
    >
      <Input {...field('term')} lang="en" required />
      <Checkbox
        name="keep"
        label={labelOf('keep')}
        hint={t('term.keep_hint')}
        checked={form.values.keep}
        onChange={(event) => form.setFieldValue('keep', event.currentTarget.checked)}
      />
      {!form.values.keep && (
        <Grid least={200} filled gap={12}>
          {formLocales.map((locale, index) => (
            <Input
              key={locale}
              {...field(locale)}
              lang={languageTag(locale)}
              {...(index === 0 && { hint: t('term.forms_hint') })}
            />
          ))}
        </Grid>
      )}
      <Input {...field('note')} />
    </DialogForm>
  );
}

/** The form of a term, with what others have saved meanwhile. */
function useTermForm(term: TermFormProps['term'], proposed: TermFormProps['proposed']): RecordForm<TermValues> {
  const storedOf = (row: (TermColumns & { version: number }) | null) => ({
    values: { ...formValues(termFields, row), ...(row ? {} : proposed) },
    version: row?.version,
  });
  const onSaved = ({ id, undo, act }: SavedTerm, merged?: string) =>
    void finishFragment({ id, title: record.form.getValues().term.trim(), merged, undo, act });
  const record: RecordForm<TermValues> = useRecordForm<TermValues, SavedTerm>({
    initial: storedOf(term),
    record: term ? { kind: termEntity, id: term.term_idx } : undefined,
    save: async ({ values, version }) => {
      if (!term) return create(values);
      const params = { term_idx: term.term_idx };
      const { results } = await call('PUT /api/v1/term/:term_idx', {
        params,
        body: { ...sentValues(values), version },
      });
      return { id: term.term_idx, version: results.version, act: results.act_idx };
    },
    onSaved,
    again: term ? { create, onCreated: (made) => onSaved(made) } : undefined,
    load: async () => {
      const params = { term_idx: term?.term_idx ?? 0 };
      const { texts, ...own } = (await call('GET /api/v1/term/:term_idx', { params })).results;
      return storedOf({ ...own, ...texts });
    },
  });
  return record;
}
