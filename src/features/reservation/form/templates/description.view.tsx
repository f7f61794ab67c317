import { localeNames, locales } from '#kernel/messages/locale.ts';
import { useT } from '#ui/interface.tsx';
import { Select, Textarea } from '#ui/kit/input.tsx';
import type { ReservationWords } from '../../reservation.messages.ts';

/** The fields of a reservation that changes a description, as a form template. */
export default function DescriptionTemplate() {
  const t = useT<ReservationWords>();
  return (
    <>
      <Select
        name="locale"
        label={t('reservation.field_locale')}
        options={locales.map((one) => ({ value: one, label: localeNames[one] }))}
      />
      <Textarea name="value" label={t('reservation.target_description')} rows={6} maxLength={100_000} />
    </>
  );
}
