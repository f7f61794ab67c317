import { useState } from 'react';
import { client } from '#client/api.ts';
import { finishFragment } from '#client/dialogs.ts';
import { DialogForm } from '#ui/form/dialog-form.tsx';
import { useSubmit } from '#ui/form/use-submit.ts';
import { useUnsaved } from '#ui/form/use-unsaved.ts';
import { useT } from '#ui/interface.tsx';
import { Text } from '#ui/kit/text.tsx';
import type { apikeyApi } from './apikey.contract.ts';
import type { ApikeyWords } from './apikey.messages.ts';
import { VendFields } from './vend-fields.tsx';
import type { SellingKey } from './vend-key.read.ts';

const call = client<typeof apikeyApi>();

/** The dialog that changes from which batches a key sells, and how many codes in all. */
export default function ApikeySells({ of }: { of: SellingKey }) {
  const t = useT<ApikeyWords>();
  const { key_idx, name, drawn, version } = of;
  const initial = of.batches.map(({ cg_idx, title }) => ({ value: String(cg_idx), label: title }));
  const [batches, setBatches] = useState(initial);
  const [quota, setQuota] = useState(String(of.quota));
  const form = useUnsaved<HTMLFormElement>(quota !== String(of.quota) || batches !== initial);
  const saving = useSubmit(async () => {
    const sells = { batches: batches.map(({ value }) => Number(value)), quota: Number(quota) };
    await call('PUT /api/v1/api_key/:key_idx', { params: { key_idx }, body: { ...sells, version } });
    await finishFragment({ saved: true });
  });
  return (
    <DialogForm
      ref={form}
      of={saving}
      heading={t('apikey.sells_of', { name })}
      failed={t('apikey.sells_failed')}
      isSaidByField={(['batches', 'quota'] as const).some((field) => saving.fieldError(field) !== undefined)}
      submit={t('common.save')}
    >
      <Text tone="soft">{t('apikey.sold', { drawn, quota: of.quota })}</Text>
      <VendFields
        batches={batches}
        onBatches={setBatches}
        quota={quota}
        onQuota={setQuota}
        errorOf={(field) => saving.fieldError(field)}
      />
    </DialogForm>
  );
}
