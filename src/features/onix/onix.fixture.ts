import { importDesk } from '#features/import/import.fixture.ts';
import type { Office } from '#test/app.ts';

/*
 * Three publishers' shapes of message, after those that are met in practice: a large house with reference tags and a
 * document type, a distributor with short tags, a prefix and XHTML, and a small press whose program is old.
 */

const product = (n: number, inside: string) => `<Product datestamp="20260101">
  <RecordReference>com.lantern.${n}</RecordReference><NotificationType>03</NotificationType><RecordSourceType>01</RecordSourceType>
  ${inside}
</Product>`;

export const message = (products: string, header = '') =>
  `<?xml version="1.0" encoding="UTF-8"?>
<ONIXMessage release="3.0" xmlns="http://ns.editeur.org/onix/3.0/reference">
<Header><Sender><SenderName>Lantern House</SenderName></Sender><SentDateTime>20260901</SentDateTime>${header}</Header>
${products}
</ONIXMessage>`;

/** An e-book of a series, with nearly everything that a message can say. */
export const fullProduct = product(
  1,
  `<ProductIdentifier><ProductIDType>15</ProductIDType><IDValue>9780000000019</IDValue></ProductIdentifier>
  <ProductIdentifier><ProductIDType>03</ProductIDType><IDValue>9780000000019</IDValue></ProductIdentifier>
  <DescriptiveDetail>
    <ProductComposition>00</ProductComposition><ProductForm>ED</ProductForm><ProductFormDetail>E101</ProductFormDetail>
    <ProductFormFeature><ProductFormFeatureType>09</ProductFormFeatureType><ProductFormFeatureValue>11</ProductFormFeatureValue></ProductFormFeature>
    <ProductFormFeature><ProductFormFeatureType>09</ProductFormFeatureType><ProductFormFeatureValue>00</ProductFormFeatureValue><ProductFormFeatureDescription>Read aloud by any reader.</ProductFormFeatureDescription></ProductFormFeature>
    <PrimaryContentType>10</PrimaryContentType>
    <Collection><CollectionType>10</CollectionType><TitleDetail><TitleType>01</TitleType>
      <TitleElement><TitleElementLevel>02</TitleElementLevel><TitlePrefix>The</TitlePrefix><TitleWithoutPrefix>Lantern Readers</TitleWithoutPrefix></TitleElement>
      <TitleElement><TitleElementLevel>03</TitleElementLevel><TitleText>Stage 2</TitleText></TitleElement>
    </TitleDetail></Collection>
    <TitleDetail><TitleType>01</TitleType><TitleElement><TitleElementLevel>01</TitleElementLevel>
      <TitlePrefix>Die</TitlePrefix><TitleWithoutPrefix>Laterne &amp; der Mond</TitleWithoutPrefix><Subtitle>Eine Nachtgeschichte</Subtitle></TitleElement></TitleDetail>
    <TitleDetail><TitleType>06</TitleType><TitleElement><TitleElementLevel>01</TitleElementLevel><TitleText language="eng">The Lantern and the Moon</TitleText></TitleElement></TitleDetail>
    <Contributor><SequenceNumber>2</SequenceNumber><ContributorRole>A12</ContributorRole><PersonName>Ben Ito</PersonName></Contributor>
    <Contributor><SequenceNumber>1</SequenceNumber><ContributorRole>A01</ContributorRole><NamesBeforeKey>Ada</NamesBeforeKey><KeyNames>Penrose</KeyNames><BiographicalNote>Lives by the sea.</BiographicalNote></Contributor>
    <Contributor><SequenceNumber>3</SequenceNumber><ContributorRole>B06</ContributorRole><PersonName>Cy Dahl</PersonName></Contributor>
    <EditionType>ILL</EditionType><EditionNumber>2</EditionNumber>
    <Language><LanguageRole>01</LanguageRole><LanguageCode>ger</LanguageCode></Language>
    <Extent><ExtentType>00</ExtentType><ExtentValue>48</ExtentValue><ExtentUnit>03</ExtentUnit></Extent>
    <Extent><ExtentType>02</ExtentType><ExtentValue>1200</ExtentValue><ExtentUnit>02</ExtentUnit></Extent>
    <Subject><MainSubject/><SubjectSchemeIdentifier>93</SubjectSchemeIdentifier><SubjectSchemeVersion>1.5</SubjectSchemeVersion><SubjectCode>YFB</SubjectCode><SubjectHeadingText>General fiction</SubjectHeadingText></Subject>
    <Subject><SubjectSchemeIdentifier>10</SubjectSchemeIdentifier><SubjectCode>JUV000000</SubjectCode></Subject>
    <Subject><SubjectSchemeIdentifier>20</SubjectSchemeIdentifier><SubjectHeadingText>night; moon</SubjectHeadingText></Subject>
    <AudienceCode>02</AudienceCode>
    <Audience><AudienceCodeType>23</AudienceCodeType><AudienceCodeValue>A1</AudienceCodeValue></Audience>
    <AudienceRange><AudienceRangeQualifier>17</AudienceRangeQualifier><AudienceRangePrecision>03</AudienceRangePrecision><AudienceRangeValue>6</AudienceRangeValue><AudienceRangePrecision>04</AudienceRangePrecision><AudienceRangeValue>8</AudienceRangeValue></AudienceRange>
    <Complexity><ComplexitySchemeIdentifier>07</ComplexitySchemeIdentifier><ComplexityCode>2.1</ComplexityCode></Complexity>
  </DescriptiveDetail>
  <CollateralDetail>
    <TextContent><TextType>02</TextType><ContentAudience>00</ContentAudience><Text>Short.</Text></TextContent>
    <TextContent><TextType>03</TextType><ContentAudience>00</ContentAudience><Text textformat="05"><p>A lamp &lt;lost&gt;.</p>
      <ul><li>One</li>
      <li>Two</li></ul></Text></TextContent>
    <SupportingResource><ResourceContentType>01</ResourceContentType><ContentAudience>00</ContentAudience><ResourceMode>03</ResourceMode><ResourceVersion><ResourceForm>02</ResourceForm><ResourceLink>https://covers.example/1.jpg</ResourceLink></ResourceVersion></SupportingResource>
  </CollateralDetail>
  <PublishingDetail>
    <Imprint><ImprintName>Little Lantern</ImprintName></Imprint>
    <Publisher><PublishingRole>01</PublishingRole><PublisherName>Lantern House</PublisherName></Publisher>
    <PublishingStatus>04</PublishingStatus>
    <PublishingDate><PublishingDateRole>01</PublishingDateRole><Date dateformat="00">20240305</Date></PublishingDate>
    <SalesRights><SalesRightsType>01</SalesRightsType><Territory><CountriesIncluded>AT CH DE</CountriesIncluded></Territory></SalesRights>
  </PublishingDetail>
  <RelatedMaterial><RelatedProduct><ProductRelationCode>13</ProductRelationCode><ProductIdentifier><ProductIDType>02</ProductIDType><IDValue>3-16-148410-X</IDValue></ProductIdentifier></RelatedProduct></RelatedMaterial>
  <ProductSupply><SupplyDetail><Supplier><SupplierRole>01</SupplierRole><SupplierName>Moon Distribution</SupplierName></Supplier><ProductAvailability>20</ProductAvailability>
    <Price><PriceType>02</PriceType><PriceAmount>7.99</PriceAmount><CurrencyCode>EUR</CurrencyCode></Price></SupplyDetail></ProductSupply>`,
);

/** A large house: reference tags, and a document type with the address of a DTD. */
export const largeHouse = message(fullProduct).replace(
  '\n<ONIXMessage',
  '\n<!DOCTYPE ONIXMessage SYSTEM "http://www.editeur.org/onix/3.0/reference/ONIX_BookProduct_3.0_reference.dtd">\n<ONIXMessage',
);

/** A distributor: short tags of 3.1 with a prefix, XHTML in texts, a default currency, elements that we do not know. */
export const distributor = `<?xml version="1.0"?>
<o:ONIXmessage release="3.1" xmlns:o="http://ns.editeur.org/onix/3.1/short">
<o:header><o:sender><o:x298>Moon Distribution</o:x298></o:sender><o:x307>20260901T120000Z</o:x307><o:m186>GBP</o:m186></o:header>
<o:product><o:a001>MD_0002</o:a001><o:a002>03</o:a002>
<o:productidentifier><o:b221>15</o:b221><o:b244>978-0-00-000002-6</o:b244></o:productidentifier>
<o:descriptivedetail><o:x314>00</o:x314><o:b012>BC</o:b012><o:measure><o:x315>01</o:x315><o:c094>200</o:c094><o:c095>mm</o:c095></o:measure>
<o:collection><o:x329>10</o:x329><o:titledetail><o:b202>01</o:b202><o:titleelement><o:x409>01</o:x409><o:x410>3</o:x410></o:titleelement><o:titleelement><o:x409>02</o:x409><o:b203>Night Walks</o:b203></o:titleelement></o:titledetail></o:collection>
<o:titledetail><o:b202>01</o:b202><o:titleelement><o:x409>01</o:x409><o:x501/><o:b031>Under the Pier</o:b031></o:titleelement></o:titledetail>
<o:contributor><o:b034>1</o:b034><o:b035>A01</o:b035><o:b035>A12</o:b035><o:b036>Eva Lund</o:b036></o:contributor>
<o:contributor><o:b034>2</o:b034><o:b035>A01</o:b035><o:b047>The Night Society</o:b047></o:contributor>
<o:language><o:b253>01</o:b253><o:b252>eng</o:b252><o:b251>GB</o:b251></o:language>
<o:complexity><o:b077>06</o:b077><o:b078>480L</o:b078></o:complexity>
</o:descriptivedetail>
<o:collateraldetail><o:textcontent><o:x426>03</o:x426><o:x427>00</o:x427><o:d104 textformat="05"><p>A <em>very</em> old pier.</p><p>And its<br/>lamps.</p></o:d104></o:textcontent></o:collateraldetail>
<o:publishingdetail><o:publisher><o:b291>01</o:b291><o:b081>Pier Press</o:b081></o:publisher><o:publishingdate><o:x448>01</o:x448><o:b306 dateformat="01">202505</o:b306></o:publishingdate></o:publishingdetail>
<o:relatedmaterial><o:relatedproduct><o:x455>06</o:x455><o:productidentifier><o:b221>15</o:b221><o:b244>9780000000033</o:b244></o:productidentifier><o:b012>ED</o:b012></o:relatedproduct></o:relatedmaterial>
<o:productsupply><o:supplydetail><o:supplier><o:j292>01</o:j292><o:j137>Moon Distribution</o:j137></o:supplier><o:j396>20</o:j396><o:price><o:x462>02</o:x462><o:j151>6.50</o:j151></o:price></o:supplydetail></o:productsupply>
</o:product></o:ONIXmessage>`;

/** A small press: another encoding, escaped HTML, an inverted name, no series, and one product that is withdrawn. */
export const smallPress = `<?xml version="1.0" encoding="windows-1252"?>
<ONIXMessage release="3.0">
<Header><Sender><SenderName>Café Presse</SenderName></Sender><SentDateTime>20260901</SentDateTime></Header>
<Product><RecordReference>CP-7</RecordReference><NotificationType>03</NotificationType>
<ProductIdentifier><ProductIDType>02</ProductIDType><IDValue>0-19-852663-6</IDValue></ProductIdentifier>
<DescriptiveDetail><ProductComposition>00</ProductComposition><ProductForm>BB</ProductForm>
<TitleDetail><TitleType>01</TitleType><TitleElement><TitleElementLevel>01</TitleElementLevel><TitleText>L’été — “bleu”</TitleText></TitleElement></TitleDetail>
<Contributor><ContributorRole>A01</ContributorRole><PersonNameInverted>Dupré, Zoë</PersonNameInverted></Contributor>
</DescriptiveDetail>
<CollateralDetail><TextContent><TextType>03</TextType><ContentAudience>00</ContentAudience><Text><![CDATA[<p>Bleu&nbsp;&amp; <b>blanc</b>.</p><script>alert(1)</script>]]></Text></TextContent></CollateralDetail>
<PublishingDetail><Publisher><PublishingRole>01</PublishingRole><PublisherName>Café Presse</PublisherName></Publisher></PublishingDetail>
</Product>
<Product><RecordReference>CP-6</RecordReference><NotificationType>05</NotificationType>
<ProductIdentifier><ProductIDType>15</ProductIDType><IDValue>9780000000071</IDValue></ProductIdentifier></Product>
</ONIXMessage>`;

/** A text in the old encoding of Windows, for the few characters of {@link smallPress} that are not Latin-1. */
export function windows1252(text: string): Uint8Array<ArrayBuffer> {
  const special: Readonly<Record<string, number>> = { '’': 0x92, '“': 0x93, '”': 0x94, '—': 0x97 };
  return Uint8Array.from(Array.from(text, (character) => special[character] ?? character.charCodeAt(0)));
}

/** Messages in, through HTTP. */
export function onixDesk(office: () => Office) {
  const desk = importDesk(office);
  return {
    /** Imports a file and applies it; returns the import as it was before. */
    bring: async (content: string | Uint8Array<ArrayBuffer>, name = 'message.xml', update = false) => {
      const id = await desk.stage(content, name);
      await office().admin.put(`/api/v1/import/${id}`, { create_missing: true, update });
      const before = await desk.state(id);
      const { problem } = await desk.apply(id);
      if (problem !== null) throw new Error(JSON.stringify(problem));
      return before;
    },
  };
}
