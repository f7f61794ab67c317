import { freshPrice, PriceRows } from '#features/collection/collection-prices.public.tsx';
import type { Choice } from '#ui/form/record-values.rules.ts';
import { useForm } from '#ui/kit/form.ts';

/** The fields of a reservation that changes the prices, as a form template with one row. */
export default function PriceTemplate({ currencies }: { currencies: readonly Choice[] }) {
  const form = useForm({ mode: 'controlled', initialValues: { prices: [freshPrice()] } });
  return <PriceRows form={form} currencies={currencies} />;
}
