import { NativeSelect } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { type CollectionValues, PriceRows } from '#features/collection/collection-prices.public.tsx';
import { type Locale, languageTag, localeNames, locales } from '#kernel/messages/locale.ts';
import type { Choice } from '#ui/form/record-values.rules.ts';
import { RichText } from '#ui/form/rich-text.tsx';
import { useT } from '#ui/interface.tsx';
import panel from '#ui/page/panel.module.css';
import type { ReservationWords } from '../reservation.messages.ts';
import { imageKindOf, isImage } from '../reservation.rules.ts';
import styles from './form.module.css';
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
  // Of the values of a collection's form, these rows use only the prices.
  if (target === 'price')
    return <PriceRows form={form as unknown as UseFormReturnType<CollectionValues>} currencies={currencies} />;
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
    <section className={panel.panel}>
      <NativeSelect
        name="locale"
        className={styles.locale}
        label={t('reservation.field_locale')}
        value={locale}
        onChange={(event) => chooseLocale(event.currentTarget.value as Locale)}
        data={locales.map((one) => ({ value: one, label: localeNames[one] }))}
      />
      <RichText
        {...form.getInputProps('description')}
        value={description}
        name="description"
        label={t('reservation.target_description')}
        lang={languageTag(locale)}
        height={240}
      />
    </section>
  );
}
