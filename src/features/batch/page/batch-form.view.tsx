import { client } from '#client/api.ts';
import { finishFragment } from '#client/dialogs.ts';
import type { CodeWords } from '#features/code/code.public.ts';
import { ConflictReview } from '#ui/form/conflict-review.tsx';
import { DialogForm } from '#ui/form/dialog-form.tsx';
import { FieldMarks } from '#ui/form/field-marks.tsx';
import { type FormValues, formValues, sentFields } from '#ui/form/field-values.rules.ts';
import { useRecordForm } from '#ui/form/use-record-form.ts';
import { useT } from '#ui/interface.tsx';
import { Input, Textarea } from '#ui/kit/input.tsx';
import type { BatchApi, BatchState } from '../batch.contract.ts';
import { batchFields } from '../batch-fields.rules.ts';

const call = client<BatchApi>();

type BatchTexts = FormValues<typeof batchFields>;

const storedOf = (batch: BatchState) => ({ values: formValues(batchFields, batch), version: batch.version });

/** The dialog that edits the texts of a batch; finishes with whose changes were merged. */
export default function BatchForm({ batch }: { batch: BatchState }) {
  const t = useT<CodeWords>();
  const params = { cg_idx: batch.cg_idx };
  const record = useRecordForm<BatchTexts, { version: number; act_idx: number | null }>({
    initial: storedOf(batch),
    record: { kind: 'code_batch', id: batch.cg_idx },
    save: async ({ values, version }) => {
      const body = { ...sentFields(batchFields, values), version };
      return (await call('PUT /api/v1/code/batch/:cg_idx', { params, body })).results;
    },
    onSaved: ({ act_idx: act }, merged) => void finishFragment({ merged, act }),
    load: async () => storedOf((await call('GET /api/v1/code/batch/:cg_idx', { params })).results),
  });
  const { form, ref, submission } = record;
  const labelOf = (name: keyof BatchTexts) => t(batchFields[name].label);
  const field = (name: keyof BatchTexts) => ({
    ...form.getInputProps(name),
    label: labelOf(name),
    name,
    maxLength: batchFields[name].max,
  });
  const refused = Object.keys(form.errors).length > 0;
  return (
    <DialogForm
      ref={ref}
      of={submission}
      heading={t('code.batch_edit')}
      failed={t('code.batch_save_failed')}
      isSaidByField={refused || record.conflict !== null}
      submit={t('common.save')}
      above={<ConflictReview of={record} labelOf={labelOf} textOf={(name, values) => values[name]} />}
    >
      <FieldMarks of={{ kind: 'code_batch', id: batch.cg_idx }}>
        <Input {...field('title')} required autoComplete="off" />
        <Textarea {...field('memo')} rows={3} most={10} />
      </FieldMarks>
    </DialogForm>
  );
}
