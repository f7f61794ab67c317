import { nodeIn, nodesIn, type OnixNode, textIn } from '../message/onix-elements.rules.ts';
import { isbn13 } from '../read/onix-isbn.rules.ts';
import { bidOf, cellsOf, isDigital, type OnixField } from '../read/onix-cells.rules.ts';
import { type Accessibility, accessibilityFeatures } from './onix-accessibility.rules.ts';
import {
  audienceOf,
  contributorsOf,
  extentsOf,
  languagesOf,
  missedTexts,
  subjectsOf,
  textsOf,
  titlesOf,
} from './onix-details.rules.ts';
import type { CollectionPrice, Sources } from './onix-sources.rules.ts';
import { publishingOf, supplyOf } from './onix-trade.rules.ts';

/** What a message says of a book. */
interface WrittenBook {
  texts: Readonly<Partial<Record<OnixField, string | null>>>;
  /** The product that it was last read from. */
  record: OnixNode | null;
  /** The prices of the chosen collections that have it. */
  prices: readonly CollectionPrice[];
  accessibility: Accessibility | null;
}

/** A book as a product. */
export function productOf({ texts, record: read, prices, accessibility }: WrittenBook): OnixNode {
  const cells = read && cellsOf(read);
  const text = (field: OnixField) => texts[field] ?? '';
  const sources: Sources = {
    text,
    unchanged: (part, ...fields) => (cells && fields.every((field) => cells[field] === text(field)) ? part : undefined),
    descriptive: nodeIn(read ?? undefined, 'DescriptiveDetail'),
    collateral: nodeIn(read ?? undefined, 'CollateralDetail'),
    publishing: nodeIn(read ?? undefined, 'PublishingDetail'),
  };
  const form = formOf(sources);
  const digital = isDigital(textIn(form, 'ProductForm'));
  const own = text(digital ? 'isbn_spindle' : 'isbn_print');
  const other = text(digital ? 'isbn_print' : 'isbn_spindle');
  const sameKey = read && bidOf(read) === text('bid');
  const product: OnixNode = {
    RecordReference: [(sameKey && textIn(read, 'RecordReference')) || text('bid')],
    NotificationType: ['03'],
    ProductIdentifier: [{ ProductIDType: ['01'], IDTypeName: ['bid'], IDValue: [text('bid')] }, ...isbnIdentifier(own)],
    DescriptiveDetail: [
      {
        ...form,
        ...withFeatures(sources.descriptive, accessibilityFeatures(accessibility)),
        ...titlesOf(sources),
        ...contributorsOf(sources),
        ...languagesOf(sources),
        ...extentsOf(sources),
        ...subjectsOf(sources),
        ...audienceOf(sources),
      },
    ],
    CollateralDetail: [textsOf(sources)],
    PublishingDetail: [publishingOf(sources)],
    RelatedMaterial: sources.unchanged(read ?? undefined, 'isbn_print', 'isbn_spindle')?.['RelatedMaterial'] ?? [
      { RelatedProduct: relatedOf(read, own, other, digital) },
    ],
    ProductSupply: supplyOf(sources, read ?? undefined, prices),
  };
  return withSubjects(product, missedTexts(product, text));
}

const withSubjects = (product: OnixNode, more: OnixNode[]): OnixNode => {
  const descriptive = nodeIn(product, 'DescriptiveDetail');
  return more.length === 0 || !descriptive
    ? product
    : { ...product, DescriptiveDetail: [{ ...descriptive, Subject: [...nodesIn(descriptive, 'Subject'), ...more] }] };
};

/** The form that was read, unless the format is another now: an EPUB is downloaded, everything else is read online. */
function formOf({ descriptive, unchanged, text }: Sources): OnixNode {
  const original = unchanged(descriptive, 'format') ?? (text('format') === 'EPUB' ? undefined : printed(descriptive));
  if (original?.['ProductForm']) {
    const { ProductComposition = ['00'], ProductForm, ProductFormDetail = [] } = original;
    return { ProductComposition, ProductForm, ProductFormDetail };
  }
  const epub = text('format') === 'EPUB';
  return {
    ProductComposition: ['00'],
    ProductForm: [epub ? 'ED' : 'EC'],
    ...(epub && { ProductFormDetail: ['E101'] }),
  };
}

/** A product read without a format of ours: its book has the default one. */
const printed = (descriptive: OnixNode | undefined): OnixNode | undefined =>
  descriptive?.['ProductFormDetail']?.includes('E101') ? undefined : descriptive;

/** The features, contents and protection that were read; what the content itself says of its accessibility wins. */
function withFeatures(descriptive: OnixNode | undefined, features: readonly OnixNode[]): OnixNode {
  const { PrimaryContentType = [], ProductContentType = [], EpubTechnicalProtection = [] } = descriptive ?? {};
  const types = new Set(features.flatMap((one) => one['ProductFormFeatureType'] ?? []));
  const others = nodesIn(descriptive, 'ProductFormFeature').filter(
    ({ ProductFormFeatureType = [] }) => !ProductFormFeatureType.some((type) => types.has(type)),
  );
  return {
    ProductFormFeature: [...features, ...others],
    PrimaryContentType,
    ProductContentType,
    EpubTechnicalProtection,
  };
}

const isbnIdentifier = (text: string): OnixNode[] => {
  const isbn = isbn13(text);
  if (isbn !== undefined) return [{ ProductIDType: ['15'], IDValue: [isbn] }];
  return text === '' ? [] : [{ ProductIDType: ['01'], IDTypeName: ['isbn'], IDValue: [text] }];
};

/** The other edition of the book, and the related products that were read besides. */
function relatedOf(read: OnixNode | null, own: string, other: string, digital: boolean): OnixNode[] {
  const original = nodesIn(nodeIn(read ?? undefined, 'RelatedMaterial'), 'RelatedProduct').filter(
    (one) => !nodesIn(one, 'ProductIdentifier').some((id) => isbn13(textIn(id, 'IDValue')) === isbn13(other)),
  );
  const identifier = other === own ? [] : isbnIdentifier(other);
  if (identifier.length === 0) return original;
  // 13: the printed book that a digital one is based on; 27: the digital one.
  return [{ ProductRelationCode: [digital ? '13' : '27'], ProductIdentifier: identifier }, ...original];
}
