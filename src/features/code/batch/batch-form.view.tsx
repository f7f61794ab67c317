import { Stack, Textarea, TextInput } from '@mantine/core';
import { client } from '#client/api.ts';
import { finishFragment } from '#client/dialogs.ts';
import { ConflictReview } from '#ui/form/conflict-review.tsx';
import { FormProblem } from '#ui/form/form-problem.tsx';
import { SubmitRow } from '#ui/form/submit-row.tsx';
import { useRecordForm } from '#ui/form/use-record-form.ts';
import { useT } from '#ui/interface.tsx';
import type { CodeWords } from '../code.messages.ts';
import type { BatchApi, BatchState } from './batch.contract.ts';

const call = client<BatchApi>();

type BatchTexts = Record<'title' | 'memo', string>;

const storedOf = ({ title, memo, version }: BatchState) => ({ values: { title, memo }, version });

/** The dialog that edits the texts of a batch; finishes with whose changes were merged. */
export default function BatchForm({ batch }: { batch: BatchState }) {
  const t = useT<CodeWords>();
  const params = { cg_idx: batch.cg_idx };
  const record = useRecordForm<BatchTexts, { version: number }>({
    initial: storedOf(batch),
    record: { kind: 'code_batch', id: batch.cg_idx },
    save: async ({ values, version }) =>
      (await call('PUT /api/v1/code/batch/:cg_idx', { params, body: { ...values, version } })).results,
    onSaved: (_, merged) => void finishFragment({ merged }),
    load: async () => storedOf((await call('GET /api/v1/code/batch/:cg_idx', { params })).results),
  });
  const { form, ref, submission } = record;
  const labels = { title: t('code.field_title'), memo: t('code.field_memo') };
  const refused = Object.keys(form.errors).length > 0;
  return (
    <form ref={ref} onSubmit={submission.submit} noValidate>
      <h2>{t('code.batch_edit')}</h2>
      <ConflictReview of={record} labelOf={(name) => labels[name]} textOf={(name, values) => values[name]} />
      {!refused && !record.conflict && <FormProblem of={submission} title={t('code.batch_save_failed')} />}
      <Stack gap="sm">
        <TextInput
          {...form.getInputProps('title')}
          label={labels.title}
          name="title"
          maxLength={200}
          required
          autoComplete="off"
        />
        <Textarea
          {...form.getInputProps('memo')}
          label={labels.memo}
          name="memo"
          maxLength={2000}
          autosize
          minRows={3}
          maxRows={10}
        />
      </Stack>
      <SubmitRow of={submission}>{t('common.save')}</SubmitRow>
    </form>
  );
}
