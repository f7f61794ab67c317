import { codesOf, type OnixList } from './onix-codes.rules.ts';

/** A text of a message; with its language if the message names one. */
export type OnixText = string | readonly [text: string, language: string];

/** A composite of a message: its elements by reference name, each with its repetitions in their order. */
export interface OnixNode {
  readonly [name: string]: readonly (OnixText | OnixNode)[];
}

/** An element that this product knows. All others are skipped when read and never written. */
export interface OnixElement {
  /** The name in messages with short tags. */
  short: string;
  /** Of an element with a text: the form of its value. */
  form?: { test(value: string): boolean };
  /** Of a text that may be marked up. */
  marked?: true;
  /** Of a composite: its elements in the order of the schema; `*` may be repeated. */
  children?: readonly { name: string; many: boolean }[];
  /** Of a composite: what it must have, alternatives separated by `|`. */
  needs?: readonly string[];
}

const any = { test: (value: string) => value !== '' };
const code =
  (form: OnixElement['form']) =>
  (short: string): OnixElement => ({ short, form });
const text = code(any);
const flag = code(/^$/);
const listed = (short: string, list: OnixList): OnixElement => ({ short, form: codesOf(list) });
const digits = code(/^[1-9]\d*$/);
const amount = code(/^(?!0*(\.0*)?$)\d+(\.\d+)?$/);
const marked = (short: string): OnixElement => ({ short, form: any, marked: true });

function group(short: string, children: string, needs = ''): OnixElement {
  const names = children.split(' ').map((name) => ({ name: name.replace('*', ''), many: name.endsWith('*') }));
  return { short, children: names, needs: needs === '' ? [] : needs.split(' ') };
}

const identifier = (short: string, type: string) => group(short, `${type} IDTypeName IDValue`, `${type} IDValue`);
const person = 'PersonName PersonNameInverted TitlesBeforeNames NamesBeforeKey PrefixToKey KeyNames';
const named = 'PersonName|PersonNameInverted|KeyNames|CorporateName|CorporateNameInverted|UnnamedPersons';

/**
 * The part of ONIX for Books 3 that a book has a place for, or that is kept with it: every element with its short tag,
 * and composites with their elements in the schema's order. It reads both kinds of tags, and writes valid messages.
 */
export const onixElements: Readonly<Record<string, OnixElement>> = {
  Header: group('header', 'DefaultCurrencyCode'),
  DefaultCurrencyCode: code(/^[A-Z]{3}$/)('m186'),
  Product: group(
    'product',
    'RecordReference NotificationType ProductIdentifier* DescriptiveDetail CollateralDetail PublishingDetail RelatedMaterial ProductSupply*',
    'RecordReference NotificationType ProductIdentifier',
  ),
  RecordReference: text('a001'),
  NotificationType: listed('a002', 'notification'),
  ProductIdentifier: identifier('productidentifier', 'ProductIDType'),
  ProductIDType: listed('b221', 'identifier'),
  IDTypeName: text('b233'),
  IDValue: text('b244'),
  DescriptiveDetail: group(
    'descriptivedetail',
    'ProductComposition ProductForm ProductFormDetail* ProductFormFeature* PrimaryContentType ProductContentType* EpubTechnicalProtection* Collection* NoCollection TitleDetail* Contributor* NoContributor EditionType* EditionNumber EditionStatement* Language* Extent* Subject* AudienceCode* Audience* AudienceRange* Complexity*',
    'ProductComposition ProductForm TitleDetail',
  ),
  ProductComposition: listed('x314', 'composition'),
  ProductForm: listed('b012', 'form'),
  ProductFormDetail: code(/^[A-Z]\d{3}$/)('b333'),
  ProductFormFeature: group(
    'productformfeature',
    'ProductFormFeatureType ProductFormFeatureValue ProductFormFeatureDescription*',
    'ProductFormFeatureType',
  ),
  ProductFormFeatureType: listed('b334', 'formFeature'),
  ProductFormFeatureValue: text('b335'),
  ProductFormFeatureDescription: text('b336'),
  PrimaryContentType: listed('x416', 'content'),
  ProductContentType: listed('b385', 'content'),
  EpubTechnicalProtection: listed('x317', 'protection'),
  Collection: group(
    'collection',
    'CollectionType SourceName CollectionIdentifier* CollectionSequence* TitleDetail*',
    'CollectionType CollectionIdentifier|TitleDetail',
  ),
  CollectionType: listed('x329', 'collection'),
  SourceName: text('x330'),
  CollectionIdentifier: identifier('collectionidentifier', 'CollectionIDType'),
  CollectionIDType: listed('x344', 'collectionIdentifier'),
  CollectionSequence: group(
    'collectionsequence',
    'CollectionSequenceType CollectionSequenceTypeName CollectionSequenceNumber',
    'CollectionSequenceType CollectionSequenceNumber',
  ),
  CollectionSequenceType: listed('x479', 'sequence'),
  CollectionSequenceTypeName: text('x480'),
  CollectionSequenceNumber: code(/^[1-9]\d*(\.[1-9]\d*)*$/)('x481'),
  NoCollection: flag('x411'),
  TitleDetail: group('titledetail', 'TitleType TitleElement*', 'TitleType TitleElement'),
  TitleType: listed('b202', 'title'),
  TitleElement: group(
    'titleelement',
    'SequenceNumber TitleElementLevel PartNumber TitlePrefix NoPrefix TitleWithoutPrefix TitleText Subtitle',
    'TitleElementLevel PartNumber|TitleText|TitleWithoutPrefix',
  ),
  SequenceNumber: digits('b034'),
  TitleElementLevel: listed('x409', 'titleLevel'),
  PartNumber: text('x410'),
  TitlePrefix: text('b030'),
  NoPrefix: flag('x501'),
  TitleWithoutPrefix: text('b031'),
  TitleText: text('b203'),
  Subtitle: text('b029'),
  Contributor: group(
    'contributor',
    `SequenceNumber ContributorRole* NameType NameIdentifier* ${person} NamesAfterKey SuffixToKey LettersAfterNames TitlesAfterNames CorporateName CorporateNameInverted UnnamedPersons BiographicalNote*`,
    `ContributorRole ${named}`,
  ),
  ContributorRole: listed('b035', 'role'),
  NameType: listed('x414', 'nameType'),
  NameIdentifier: identifier('nameidentifier', 'NameIDType'),
  NameIDType: listed('x415', 'nameIdentifier'),
  PersonName: text('b036'),
  PersonNameInverted: text('b037'),
  TitlesBeforeNames: text('b038'),
  NamesBeforeKey: text('b039'),
  PrefixToKey: text('b247'),
  KeyNames: text('b040'),
  NamesAfterKey: text('b041'),
  SuffixToKey: text('b248'),
  LettersAfterNames: text('b042'),
  TitlesAfterNames: text('b043'),
  CorporateName: text('b047'),
  CorporateNameInverted: text('x443'),
  UnnamedPersons: listed('b249', 'unnamed'),
  BiographicalNote: marked('b044'),
  NoContributor: flag('n339'),
  EditionType: listed('x419', 'edition'),
  EditionNumber: digits('b057'),
  EditionStatement: text('b058'),
  Language: group('language', 'LanguageRole LanguageCode CountryCode', 'LanguageRole LanguageCode'),
  LanguageRole: listed('b253', 'language'),
  LanguageCode: listed('b252', 'languageCode'),
  CountryCode: listed('b251', 'country'),
  Extent: group('extent', 'ExtentType ExtentValue ExtentUnit', 'ExtentType ExtentValue ExtentUnit'),
  ExtentType: listed('b218', 'extent'),
  ExtentValue: amount('b219'),
  ExtentUnit: listed('b220', 'extentUnit'),
  Subject: group(
    'subject',
    'MainSubject SubjectSchemeIdentifier SubjectSchemeName SubjectSchemeVersion SubjectCode SubjectHeadingText*',
    'SubjectSchemeIdentifier SubjectCode|SubjectHeadingText',
  ),
  MainSubject: flag('x425'),
  SubjectSchemeIdentifier: listed('b067', 'subject'),
  SubjectSchemeName: text('b171'),
  SubjectSchemeVersion: text('b068'),
  SubjectCode: text('b069'),
  SubjectHeadingText: text('b070'),
  AudienceCode: listed('b073', 'audience'),
  Audience: group(
    'audience',
    'AudienceCodeType AudienceCodeTypeName AudienceCodeValue',
    'AudienceCodeType AudienceCodeValue',
  ),
  AudienceCodeType: listed('b204', 'audienceType'),
  AudienceCodeTypeName: text('b205'),
  AudienceCodeValue: text('b206'),
  // Its precisions and values alternate.
  AudienceRange: group(
    'audiencerange',
    'AudienceRangeQualifier AudienceRangePrecision* AudienceRangeValue*',
    'AudienceRangeQualifier AudienceRangePrecision AudienceRangeValue',
  ),
  AudienceRangeQualifier: listed('b074', 'rangeQualifier'),
  AudienceRangePrecision: listed('b075', 'rangePrecision'),
  AudienceRangeValue: text('b076'),
  Complexity: group(
    'complexity',
    'ComplexitySchemeIdentifier ComplexityCode',
    'ComplexitySchemeIdentifier ComplexityCode',
  ),
  ComplexitySchemeIdentifier: listed('b077', 'complexity'),
  ComplexityCode: text('b078'),
  CollateralDetail: group('collateraldetail', 'TextContent* SupportingResource*', 'TextContent|SupportingResource'),
  TextContent: group('textcontent', 'TextType ContentAudience* Text*', 'TextType ContentAudience Text'),
  TextType: listed('x426', 'text'),
  ContentAudience: listed('x427', 'contentAudience'),
  Text: marked('d104'),
  SupportingResource: group(
    'supportingresource',
    'ResourceContentType ContentAudience* ResourceMode ResourceVersion*',
    'ResourceContentType ContentAudience ResourceMode ResourceVersion',
  ),
  ResourceContentType: listed('x436', 'resource'),
  ResourceMode: listed('x437', 'resourceMode'),
  ResourceVersion: group('resourceversion', 'ResourceForm ResourceLink*', 'ResourceForm ResourceLink'),
  ResourceForm: listed('x441', 'resourceForm'),
  ResourceLink: text('x435'),
  PublishingDetail: group(
    'publishingdetail',
    'Imprint* Publisher* PublishingStatus PublishingDate* SalesRights*',
    'Imprint|Publisher',
  ),
  Imprint: group('imprint', 'ImprintName', 'ImprintName'),
  ImprintName: text('b079'),
  Publisher: group('publisher', 'PublishingRole PublisherName', 'PublishingRole PublisherName'),
  PublishingRole: listed('b291', 'publishingRole'),
  PublisherName: text('b081'),
  PublishingStatus: listed('b394', 'publishingStatus'),
  PublishingDate: group('publishingdate', 'PublishingDateRole Date', 'PublishingDateRole Date'),
  PublishingDateRole: listed('x448', 'date'),
  Date: code(/^\d{4}(\d\d(\d\d)?)?$/)('b306'),
  SalesRights: group('salesrights', 'SalesRightsType Territory', 'SalesRightsType Territory'),
  SalesRightsType: listed('b089', 'salesRights'),
  Territory: group(
    'territory',
    'CountriesIncluded RegionsIncluded CountriesExcluded RegionsExcluded',
    'CountriesIncluded|RegionsIncluded',
  ),
  CountriesIncluded: code(/^[A-Z]{2}( [A-Z]{2})*$/)('x449'),
  RegionsIncluded: code(/^[A-Z]+(-[A-Z0-9]+)?( [A-Z]+(-[A-Z0-9]+)?)*$/)('x450'),
  CountriesExcluded: code(/^[A-Z]{2}( [A-Z]{2})*$/)('x451'),
  RegionsExcluded: code(/^[A-Z]+(-[A-Z0-9]+)?( [A-Z]+(-[A-Z0-9]+)?)*$/)('x452'),
  RelatedMaterial: group('relatedmaterial', 'RelatedProduct*', 'RelatedProduct'),
  RelatedProduct: group(
    'relatedproduct',
    'ProductRelationCode* ProductIdentifier* ProductForm',
    'ProductRelationCode ProductIdentifier',
  ),
  ProductRelationCode: listed('x455', 'relation'),
  ProductSupply: group('productsupply', 'SupplyDetail*', 'SupplyDetail'),
  SupplyDetail: group(
    'supplydetail',
    'Supplier ProductAvailability UnpricedItemType Price*',
    'Supplier ProductAvailability UnpricedItemType|Price',
  ),
  Supplier: group('supplier', 'SupplierRole SupplierName', 'SupplierRole SupplierName'),
  SupplierRole: listed('j292', 'supplierRole'),
  SupplierName: text('j137'),
  ProductAvailability: listed('j396', 'availability'),
  UnpricedItemType: listed('j192', 'unpriced'),
  Price: group('price', 'PriceType PriceTypeDescription* PriceAmount CurrencyCode', 'PriceAmount CurrencyCode'),
  PriceType: listed('x462', 'price'),
  PriceTypeDescription: text('j262'),
  PriceAmount: amount('j151'),
  CurrencyCode: listed('j152', 'currency'),
};

/** An element where it may occur. */
export interface KnownElement {
  name: string;
  element: OnixElement;
  /** The elements of a composite. */
  tags: KnownTags;
}

/** Elements by their tags, reference and short ones. */
type KnownTags = ReadonlyMap<string, KnownElement>;

const known = Object.entries(onixElements).map(([name, element]) => ({
  name,
  element,
  tags: new Map<string, KnownElement>(),
}));
const knownByName = new Map(known.map((one) => [one.name, one]));

const tagsOf = (names: readonly string[]) =>
  names.flatMap((name) => {
    const one = knownByName.get(name);
    return one
      ? ([
          [name, one],
          [one.element.short, one],
        ] as const)
      : [];
  });

for (const { element, tags } of known)
  for (const [tag, child] of tagsOf((element.children ?? []).map(({ name }) => name))) tags.set(tag, child);

/** Reference names by their short tags. */
export const byShortTag: ReadonlyMap<string, string> = new Map(known.map(({ name, element }) => [element.short, name]));

/** The elements of a message that are read. */
export const topTags: KnownTags = new Map(tagsOf(['Header', 'Product']));

export const isNode = (value: OnixText | OnixNode | undefined): value is OnixNode =>
  typeof value === 'object' && !Array.isArray(value);

const none: readonly OnixNode[] = [];

/** The composites of a name in a composite. */
export const nodesIn = (node: OnixNode | undefined, name: string): readonly OnixNode[] => {
  const found = node?.[name];
  // An element is always a composite or always a text.
  return isNode(found?.[0]) ? (found as readonly OnixNode[]) : none;
};

export const nodeIn = (node: OnixNode | undefined, name: string): OnixNode | undefined => {
  const first = node?.[name]?.[0];
  return isNode(first) ? first : undefined;
};

const plain = (value: OnixText | OnixNode): string =>
  typeof value === 'string' ? value : isNode(value) ? '' : value[0];

export const textsIn = (node: OnixNode | undefined, name: string): string[] => (node?.[name] ?? []).map(plain);

/** The first text of a name in a composite; '' if it has none. */
export const textIn = (node: OnixNode | undefined, name: string): string => {
  const first = node?.[name]?.[0];
  return first === undefined ? '' : plain(first);
};

/** The language of that text, as the message names it. */
export const languageIn = (node: OnixNode, name: string): string | undefined => {
  const first = node[name]?.[0];
  return Array.isArray(first) ? first[1] : undefined;
};
