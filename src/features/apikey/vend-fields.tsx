import { BatchPicker } from '#features/batch/batch.public.tsx';
import type { Choice } from '#ui/form/record-values.rules.ts';
import { useT } from '#ui/interface.tsx';
import { Input } from '#ui/kit/input.tsx';
import type { ApikeyWords } from './apikey.messages.ts';

interface VendFieldsProps {
  batches: Choice[];
  onBatches: (batches: Choice[]) => void;
  quota: string;
  onQuota: (quota: string) => void;
  /** The error of a field. */
  errorOf: (field: 'batches' | 'quota') => string | undefined;
}

/** From which batches a key sells, and how many codes in all. */
export function VendFields({ batches, onBatches, quota, onQuota, errorOf }: VendFieldsProps) {
  const t = useT<ApikeyWords>();
  return (
    <>
      <BatchPicker
        label={t('apikey.batches')}
        name="batches"
        value={batches}
        onChange={onBatches}
        error={errorOf('batches')}
        required
      />
      <Input
        label={t('apikey.quota')}
        hint={t('apikey.quota_hint')}
        value={quota}
        onChange={(event) => onQuota(event.currentTarget.value.replace(/\D/g, ''))}
        error={errorOf('quota')}
        inputMode="numeric"
        maxLength={7}
        autoComplete="off"
        required
      />
    </>
  );
}
