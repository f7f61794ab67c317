import { PriceRows } from '#features/collection/collection-prices.public.tsx';
import { type Locale, languageTag, localeNames, locales } from '#kernel/messages/locale.ts';
import type { Choice } from '#ui/form/record-values.rules.ts';
import { useT } from '#ui/interface.tsx';
import { Card } from '#ui/kit/card.tsx';
import { Select } from '#ui/kit/input.tsx';
import { Stack } from '#ui/kit/layout.tsx';
import { RichText } from '#ui/kit/rich-text.tsx';
import type { ReservationWords } from '../reservation.messages.ts';
import { imageKindOf, isImage } from '../reservation.rules.ts';
import { ImageFields } from './image-fields.tsx';
import type { ReservationFormState } from './use-reservation-form.ts';

interface ValueFieldsProps {
  of: ReservationFormState;
  currencies: readonly Choice[];
  /** The image of an existing reservation is replaced separately, on its page. */
  isNew: boolean;
}

/** The fields of the chosen target: a text of one language, rows of prices, or an image. */
export function ValueFields({ of, currencies, isNew }: ValueFieldsProps) {
  const { form } = of.record;
  const { target } = form.values;
  if (target === 'description') return <DescriptionFields of={of} />;
  if (target === 'price') return <PriceRows form={form} currencies={currencies} />;
  if (!isImage(target) || !isNew) return null;
  return (
    <ImageFields
      target={target}
      cid={of.current?.cid ?? ''}
      current={of.current?.images[imageKindOf(target)] ?? null}
      file={of.file}
      onFile={of.chooseFile}
      error={form.errors['image']}
    />
  );
}

function DescriptionFields({ of: { record, chooseLocale } }: { of: ReservationFormState }) {
  const t = useT<ReservationWords>();
  const { form } = record;
  const { locale, description } = form.values;
  return (
    <Card>
      <Stack narrow below={12}>
        <Select
          name="locale"
          label={t('reservation.field_locale')}
          value={locale}
          onChange={(event) => chooseLocale(event.currentTarget.value as Locale)}
          options={locales.map((one) => ({ value: one, label: localeNames[one] }))}
        />
      </Stack>
      <RichText
        {...form.getInputProps('description')}
        value={description}
        name="description"
        label={t('reservation.target_description')}
        lang={languageTag(locale)}
        height={240}
      />
    </Card>
  );
}
