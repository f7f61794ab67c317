import type { Locale } from '#kernel/messages/locale.ts';
import type { ShownPart } from '#kernel/records/record-parts.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { Card, CardHead } from '#ui/kit/card.tsx';
import { Stack } from '#ui/kit/layout.tsx';
import { Link } from '#ui/kit/link.tsx';
import { Cell, ColumnHead, Table } from '#ui/kit/table.tsx';
import { Text } from '#ui/kit/text.tsx';
import { RecordFields } from '#ui/record/record-fields.tsx';
import type { CollectionWords } from '../collection.messages.ts';
import type { CollectionPrice, CollectionTexts } from '../collection.rules.ts';
import type { LocaleStates } from '../texts/locale-state.rules.ts';
import type { CollectionHead } from './collection-head.read.ts';
import { CollectionPage } from './collection-page.tsx';
import { LocaleTexts } from './locale-texts.tsx';

interface CollectionDetailProps {
  head: CollectionHead;
  locale: Locale;
  /** The texts of that language; null if it has none. */
  texts: CollectionTexts | null;
  /** How complete the texts of each language are. */
  states: LocaleStates;
}

/** The texts, prices and options of a collection. */
export default function CollectionDetail({ head, locale, texts, states }: CollectionDetailProps) {
  const t = useT<CollectionWords>();
  const { collection } = head;
  return (
    <CollectionPage head={head} tab="details">
      <LocaleTexts cid={collection.cid} locale={locale} texts={texts} states={states} />
      <PriceTable prices={collection.prices} more={head.parts.tabs.find(({ card }) => card === 'prices')} />
      {collection.is_public === 'O' && (
        <Card>
          <CardHead>
            <h2>{t('collection.advertisement')}</h2>
            <Link href="/collection/advertisement">{t('collection.ads_open')}</Link>
          </CardHead>
          <Text>
            {collection.ads_place === null
              ? t('collection.ads_not')
              : t('collection.ads_at', { position: collection.ads_place })}
          </Text>
        </Card>
      )}
      <RecordFields groups={useGroups(head)} />
    </CollectionPage>
  );
}

function useGroups({ collection }: CollectionHead) {
  const t = useT<CollectionWords>();
  const format = useFormat();
  const yesNo = (is: boolean) => t(is ? 'common.yes' : 'common.no');
  const assistant = collection.laura_support
    ? [
        { label: t('collection.field_laura_only'), value: yesNo(collection.laura_only) },
        {
          label: t('collection.field_laura_book_monthly_quota'),
          value: format.number(collection.laura_book_monthly_quota),
        },
      ]
    : [];
  return [
    {
      label: t('collection.group_offer'),
      fields: [
        { label: t('collection.field_label'), value: collection.label },
        { label: t('collection.field_cefr_level'), value: collection.cefr_level },
        { label: t('collection.field_grp_idx'), value: collection.age_group },
        {
          label: t('collection.field_ads_option'),
          value: collection.ads_option && t(`collection.ads_option_${collection.ads_option}`),
        },
      ],
    },
    {
      label: t('collection.group_assistant'),
      fields: [{ label: t('collection.field_laura_support'), value: yesNo(collection.laura_support) }, ...assistant],
    },
    {
      label: t('collection.group_record'),
      fields: [
        { label: t('collection.created_at'), value: format.dateTime(collection.created_at) },
        {
          label: t('collection.list_updated'),
          value: t('collection.changed_by', {
            time: format.dateTime(collection.updated_at),
            name: collection.updated_by ?? t('actor.system'),
          }),
        },
      ],
    },
  ];
}

/** The prices of a collection in order. */
function PriceTable({ prices, more }: { prices: readonly CollectionPrice[]; more: ShownPart | undefined }) {
  const t = useT<CollectionWords>();
  const format = useFormat();
  return (
    <Card>
      <CardHead>
        <h2>{t('collection.field_prices')}</h2>
        {more && <Link href={more.href}>{more.label}</Link>}
      </CardHead>
      {prices.length === 0 ? (
        <Text tone="soft" above={12}>
          {t('collection.prices_none')}
        </Text>
      ) : (
        <Stack narrow>
          <Table>
            <thead>
              <tr>
                <ColumnHead>{t('collection.price_period')}</ColumnHead>
                <ColumnHead kind="number">{t('collection.list_price')}</ColumnHead>
                <ColumnHead kind="number">{t('collection.price_discounted')}</ColumnHead>
              </tr>
            </thead>
            <tbody>
              {prices.map((price) => (
                <tr key={price.display_order}>
                  <Cell>{t('collection.price_days', { days: price.subscription_period })}</Cell>
                  <Cell kind="number">{format.money(price.price, price.currency)}</Cell>
                  <Cell kind="number">
                    {price.discounted_price && format.money(price.discounted_price, price.currency)}
                  </Cell>
                </tr>
              ))}
            </tbody>
          </Table>
        </Stack>
      )}
    </Card>
  );
}
