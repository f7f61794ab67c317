import { client } from '#client/api.ts';
import { finishFragment } from '#client/dialogs.ts';
import { ConflictReview } from '#ui/form/conflict-review.tsx';
import { DialogForm } from '#ui/form/dialog-form.tsx';
import { useRecordForm } from '#ui/form/use-record-form.ts';
import { useT } from '#ui/interface.tsx';
import { Textarea } from '#ui/kit/input.tsx';
import type { VersionWords } from './version.messages.ts';
import type { versionsApi } from './versions.contract.ts';

const call = client<typeof versionsApi>();

interface VersionMemoProps {
  cid: string;
  verIdx: number;
  number: number;
  memo: string;
  /** The memo's version. */
  version: number;
}

/** The dialog that edits the memo of a version; finishes with the memo and its new version. */
export default function VersionMemo({ cid, verIdx, number, memo, version }: VersionMemoProps) {
  const t = useT<VersionWords>();
  const record = useRecordForm<{ memo: string }, { version: number; act_idx?: number | undefined }>({
    initial: { values: { memo }, version },
    save: async ({ values, version: loaded }) => {
      const body = { memo: values.memo, version: loaded };
      return (await call('PUT /api/v1/collection/memo/:ver_idx', { params: { ver_idx: verIdx }, body })).results;
    },
    onSaved: (saved) => void finishFragment({ memo: record.form.getValues().memo.trim(), ...saved }),
    load: async () => {
      const params = { cid, ver_idx: verIdx };
      const { results } = await call('GET /api/v5/collection/:cid/version/:ver_idx', { params });
      return { values: { memo: results.memo }, version: results.memo_version };
    },
  });
  const { form, ref, submission } = record;
  return (
    <DialogForm
      ref={ref}
      of={submission}
      heading={t('version.memo_of', { number: String(number) })}
      failed={t('version.memo_failed')}
      isSaidByField={record.conflict !== null}
      submit={t('common.save')}
      above={<ConflictReview of={record} labelOf={() => t('version.memo')} textOf={(name, values) => values[name]} />}
    >
      <Textarea
        {...form.getInputProps('memo')}
        label={t('version.memo')}
        name="memo"
        maxLength={2000}
        rows={3}
        most={12}
      />
    </DialogForm>
  );
}
