import { XmlScanner } from '#kernel/xml/xml-scan.ts';

/*
 * The content of composites as the specification of ONIX 3.0 has it, written as a document type does: ? for one at
 * most, * for any number, + for one at least. Only what this product may write; the rest of the specification is left out.
 */
const models: Readonly<Record<string, string>> = {
  ONIXMessage: 'Header (NoProduct | Product+)',
  Header: 'Sender SentDateTime',
  Sender: 'SenderName',
  Product:
    'RecordReference NotificationType ProductIdentifier+ DescriptiveDetail? CollateralDetail? PublishingDetail? RelatedMaterial? ProductSupply*',
  ProductIdentifier: 'ProductIDType IDTypeName? IDValue',
  DescriptiveDetail:
    'ProductComposition ProductForm ProductFormDetail* ProductFormFeature* PrimaryContentType? ProductContentType* EpubTechnicalProtection* (Collection+ | NoCollection)? TitleDetail+ (Contributor+ | NoContributor)? EditionType* EditionNumber? EditionStatement* Language* Extent* Subject* AudienceCode* Audience* AudienceRange* Complexity*',
  ProductFormFeature: 'ProductFormFeatureType ProductFormFeatureValue? ProductFormFeatureDescription*',
  Collection: 'CollectionType SourceName? CollectionIdentifier* CollectionSequence* TitleDetail*',
  CollectionIdentifier: 'CollectionIDType IDTypeName? IDValue',
  CollectionSequence: 'CollectionSequenceType CollectionSequenceTypeName? CollectionSequenceNumber',
  TitleDetail: 'TitleType TitleElement+',
  TitleElement:
    'SequenceNumber? TitleElementLevel (PartNumber | PartNumber? ((TitlePrefix | NoPrefix) TitleWithoutPrefix | TitleText)) Subtitle?',
  Contributor:
    'SequenceNumber? ContributorRole+ NameType? NameIdentifier* ((PersonName PersonNameInverted? | PersonNameInverted) (TitlesBeforeNames? NamesBeforeKey? PrefixToKey? KeyNames NamesAfterKey? SuffixToKey? LettersAfterNames? TitlesAfterNames?)? | TitlesBeforeNames? NamesBeforeKey? PrefixToKey? KeyNames NamesAfterKey? SuffixToKey? LettersAfterNames? TitlesAfterNames? | CorporateName CorporateNameInverted? | CorporateNameInverted | UnnamedPersons) BiographicalNote*',
  NameIdentifier: 'NameIDType IDTypeName? IDValue',
  Language: 'LanguageRole LanguageCode CountryCode?',
  Extent: 'ExtentType ExtentValue ExtentUnit',
  Subject:
    'MainSubject? SubjectSchemeIdentifier SubjectSchemeName? SubjectSchemeVersion? (SubjectCode SubjectHeadingText* | SubjectHeadingText+)',
  Audience: 'AudienceCodeType AudienceCodeTypeName? AudienceCodeValue',
  AudienceRange:
    'AudienceRangeQualifier AudienceRangePrecision AudienceRangeValue (AudienceRangePrecision AudienceRangeValue)?',
  Complexity: 'ComplexitySchemeIdentifier ComplexityCode',
  CollateralDetail: 'TextContent* SupportingResource*',
  TextContent: 'TextType ContentAudience+ Text+',
  SupportingResource: 'ResourceContentType ContentAudience+ ResourceMode ResourceVersion+',
  ResourceVersion: 'ResourceForm ResourceLink+',
  PublishingDetail: '(Imprint+ Publisher* | Publisher+) PublishingStatus? PublishingDate* SalesRights*',
  Imprint: 'ImprintName',
  Publisher: 'PublishingRole PublisherName',
  PublishingDate: 'PublishingDateRole Date',
  SalesRights: 'SalesRightsType Territory',
  Territory:
    '(CountriesIncluded RegionsIncluded? RegionsExcluded? | RegionsIncluded CountriesExcluded? RegionsExcluded?)',
  RelatedMaterial: 'RelatedProduct+',
  RelatedProduct: 'ProductRelationCode+ ProductIdentifier+ ProductForm?',
  ProductSupply: 'SupplyDetail+',
  SupplyDetail: 'Supplier ProductAvailability (UnpricedItemType | Price+)',
  Supplier: 'SupplierRole SupplierName',
  Price: 'PriceType? PriceTypeDescription* PriceAmount CurrencyCode?',
};

const patterns = new Map(
  Object.entries(models).map(([name, model]) => [
    name,
    new RegExp(
      `^${model.replace(/\s+/g, '').length === 0 ? '' : model.replace(/[A-Za-z]+/g, '(?:$& )').replace(/(?<!\?:[A-Za-z]+) /g, '')}$`,
    ),
  ]),
);

/** What the content of a message's composites does wrong by the specification; an empty list if nothing. */
export function faultsIn(message: string): string[] {
  const faults: string[] = [];
  const open: { name: string; children: string }[] = [];
  const scanner = new XmlScanner({
    wantsText: false,
    open: (name) => {
      const parent = open.at(-1);
      if (parent) parent.children += `${name} `;
      open.push({ name, children: '' });
    },
    text: () => undefined,
    close: () => {
      const { name = '', children = '' } = open.pop() ?? {};
      const isText = ['Text', 'BiographicalNote', 'p'].includes(name);
      const pattern = patterns.get(name);
      if (pattern ? !pattern.test(children) : children !== '' && !isText) faults.push(`${name}: ${children}`);
    },
  });
  scanner.write(message);
  scanner.end();
  return faults;
}
