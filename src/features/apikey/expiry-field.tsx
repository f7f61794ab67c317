import { useT } from '#ui/interface.tsx';
import { Select } from '#ui/kit/input.tsx';
import type { ApikeyWords } from './apikey.messages.ts';

const lifetimes = [30, 90, 365] as const;

/** When a key that lasts for so many days ends, in seconds; 0 for never. */
export const endAfter = (days: number, now: number): number => (days === 0 ? 0 : now + days * 86_400);

/** For how many days a key lasts; 0 for ever. */
export function ExpiryField({ days, onChange }: { days: number; onChange: (days: number) => void }) {
  const t = useT<ApikeyWords>();
  return (
    <Select
      label={t('apikey.expires')}
      value={String(days)}
      onChange={(event) => onChange(Number(event.currentTarget.value))}
      options={[
        ...lifetimes.map((count) => ({ value: String(count), label: t('apikey.days', { count }) })),
        { value: '0', label: t('apikey.never') },
      ]}
    />
  );
}
