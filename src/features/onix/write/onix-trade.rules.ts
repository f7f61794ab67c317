import { nodesIn, type OnixNode, textIn } from '../message/onix-elements.rules.ts';
import type { CollectionPrice, Sources } from './onix-sources.rules.ts';

/** The publisher, the date and the territory. */
export function publishingOf({ text, unchanged, publishing }: Sources): OnixNode {
  const named = unchanged(publishing, 'publisher');
  const { PublishingStatus = ['04'] } = publishing ?? {};
  return {
    Imprint: named?.['Imprint'] ?? [],
    Publisher: named?.['Publisher'] ?? [{ PublishingRole: ['01'], PublisherName: [text('publisher')] }],
    // A status needs no publisher; the block does.
    PublishingStatus,
    PublishingDate: unchanged(publishing, 'released_date')?.['PublishingDate'] ?? [
      { PublishingDateRole: ['01'], Date: [text('released_date').replaceAll('-', '')] },
    ],
    SalesRights: unchanged(publishing, 'rights_territory')?.['SalesRights'] ?? territoryOf(text('rights_territory')),
  };
}

/** The territory that a field names by codes; words such as 'Europe' are not one. */
function territoryOf(text: string): OnixNode[] {
  const codes = text.split(/[\s,;]+/).filter(Boolean);
  const all = (form: RegExp) => codes.length > 0 && codes.every((code) => form.test(code));
  if (/^world(wide)?$/i.test(text)) return rights({ RegionsIncluded: ['WORLD'] });
  return all(/^[A-Z]{2}$/) ? rights({ CountriesIncluded: [codes.join(' ')] }) : [];
}

const rights = (territory: OnixNode): OnixNode[] => [{ SalesRightsType: ['01'], Territory: [territory] }];

const available = '20';
const priceTax = '02';

/** The supply that was read while the price says the same, else the book's price; and the prices of chosen collections. */
export function supplyOf(
  { text, unchanged }: Sources,
  read: OnixNode | undefined,
  prices: readonly CollectionPrice[],
): OnixNode[] {
  const supplier = text('publisher') || 'Unspecified';
  const original = nodesIn(unchanged(read, 'list_price'), 'ProductSupply').map(withoutOurs);
  const [, amount, currency] = /^(\d+(?:\.\d+)?)\s*([A-Z]{3})$/.exec(text('list_price')) ?? [];
  const own = amount === undefined ? [] : [price(amount, currency ?? '')];
  const ours = prices.map((one) => price(one.amount, one.currency, one.title));
  return [...original, ...(original.length > 0 ? [] : supply(supplier, own)), ...supply(supplier, ours)];
}

const price = (amount: string, currency: string, title?: string): OnixNode => ({
  PriceType: [priceTax],
  ...(title !== undefined && { PriceTypeDescription: [title] }),
  PriceAmount: [amount],
  CurrencyCode: [currency],
});

const supply = (supplier: string, prices: readonly OnixNode[]): OnixNode[] =>
  prices.length === 0
    ? []
    : [
        {
          SupplyDetail: [
            {
              Supplier: [{ SupplierRole: ['00'], SupplierName: [supplier] }],
              ProductAvailability: [available],
              Price: prices,
            },
          ],
        },
      ];

/** Supply that was read, without the prices of collections: those are chosen anew with every message. */
function withoutOurs(node: OnixNode): OnixNode {
  const details = nodesIn(node, 'SupplyDetail').map((detail) => ({
    ...detail,
    Price: nodesIn(detail, 'Price').filter((one) => textIn(one, 'PriceTypeDescription') === ''),
  }));
  return { ...node, SupplyDetail: details };
}
