import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { importCsv, importRow } from '#features/import/import.factory.ts';
import { type Office, startOffice } from '#test/app.ts';
import { emptyTables } from '#test/empty-tables.ts';
import { requireValid } from '#test/xml-schema.ts';
import { unpacked } from './message/onix-record.rules.ts';
import { distributor, largeHouse, onixDesk, smallPress, windows1252 } from './onix.fixture.ts';
import { faultsIn } from './schema.fixture.ts';

/** The official schema, ONIX_BookProduct_3.0_reference.xsd, which may not be shipped here; checked where it is named. */
const schema = process.env['ONIX_SCHEMA'];

let office: Office;
beforeAll(async () => {
  office = await startOffice({ jobs: true });
});
afterAll(() => office.close());
const tables = [
  'act_record',
  'import_plan',
  'import_row',
  'import_book',
  'import',
  'collection',
  'book',
  'level',
  'series',
  'category',
  'age_group',
];
beforeEach(() => emptyTables(office.db, tables));

const { bring } = onixDesk(() => office);

/** The message of a list, which must be valid. */
async function written(query = ''): Promise<string> {
  const answer = await office.admin.get(`/api/v1/book/onix${query}`);
  expect(answer).toMatchObject({ status: 200 });
  expect(answer.headers['content-type']).toBe('application/xml; charset=utf-8');
  expect(faultsIn(answer.body)).toEqual([]);
  if (schema) await requireValid(answer.body, schema);
  return answer.body;
}

const all = async () => {
  await bring(largeHouse);
  await bring(distributor);
  await bring(windows1252(smallPress));
};

describe('A message that was read', () => {
  test('comes back with everything that was read, valid, and reads as the same books again', async () => {
    await all();
    const message = await written('?sort=bid');
    for (const part of [
      '<RecordReference>com.lantern.1</RecordReference>',
      '<ProductFormFeature><ProductFormFeatureType>09</ProductFormFeatureType><ProductFormFeatureValue>11</ProductFormFeatureValue></ProductFormFeature>',
      '<TitlePrefix>The</TitlePrefix><TitleWithoutPrefix>Lantern Readers</TitleWithoutPrefix>',
      '<TitleText>Stage 2</TitleText>',
      '<TitlePrefix>Die</TitlePrefix><TitleWithoutPrefix>Laterne &amp; der Mond</TitleWithoutPrefix><Subtitle>Eine Nachtgeschichte</Subtitle>',
      '<NamesBeforeKey>Ada</NamesBeforeKey><KeyNames>Penrose</KeyNames><BiographicalNote>Lives by the sea.</BiographicalNote>',
      '<ContributorRole>B06</ContributorRole><PersonName>Cy Dahl</PersonName>',
      '<Subject><MainSubject/><SubjectSchemeIdentifier>93</SubjectSchemeIdentifier><SubjectSchemeVersion>1.5</SubjectSchemeVersion><SubjectCode>YFB</SubjectCode>',
      '<SubjectCode>JUV000000</SubjectCode>',
      '<AudienceCode>02</AudienceCode>',
      '<AudienceRangePrecision>03</AudienceRangePrecision><AudienceRangeValue>6</AudienceRangeValue><AudienceRangePrecision>04</AudienceRangePrecision><AudienceRangeValue>8</AudienceRangeValue>',
      '<Text>Short.</Text>',
      '<Text textformat="05"><p>A lamp &lt;lost&gt;.</p><p>One<br/>Two</p></Text>',
      '<ResourceLink>https://covers.example/1.jpg</ResourceLink>',
      '<ImprintName>Little Lantern</ImprintName>',
      '<Date dateformat="00">20240305</Date>',
      '<CountriesIncluded>AT CH DE</CountriesIncluded>',
      '<SupplierName>Moon Distribution</SupplierName>',
      '<PartNumber>3</PartNumber>',
      '<CorporateName>The Night Society</CorporateName>',
      '<PersonNameInverted>Dupré, Zoë</PersonNameInverted>',
      '<NoCollection/>',
    ]) {
      expect(message).toContain(part);
    }
    expect(await bring(message, 'again.xml', true)).toMatchObject({
      counts: { new: 0, changed: 0, unchanged: 3, rejected: 0 },
    });
    expect((await written('?sort=bid')).replace(/<SentDateTime>.*?</, '<')).toBe(
      message.replace(/<SentDateTime>.*?</, '<'),
    );
  });

  test('says what was edited since, and keeps the rest', async () => {
    await bring(largeHouse);
    const edit = { author: 'Zoe Ray, Ida Moe', summary: 'Another summary', keywords: 'sea', version: 1 };
    expect(await office.admin.put('/api/v1/book/com-lantern-1', edit)).toMatchObject({ status: 200 });
    const message = await written();
    expect(message).toContain(
      '<SequenceNumber>2</SequenceNumber><ContributorRole>A01</ContributorRole><PersonName>Ida Moe</PersonName>',
    );
    expect(message).toContain('<ContributorRole>B06</ContributorRole>');
    expect(message).not.toContain('Penrose');
    expect(message).toContain(
      '<TextType>03</TextType><ContentAudience>00</ContentAudience><Text>Another summary</Text>',
    );
    expect(message).not.toContain('Short.');
    expect(message).toContain('<SubjectHeadingText>sea</SubjectHeadingText>');
    expect(message).toContain('<SubjectCode>YFB</SubjectCode>');
  });

  test('is written and listed the same if the release before has kept it', async () => {
    const { import_idx: id } = await bring(largeHouse);
    const exported = async () => [
      (await written()).replace(/<SentDateTime>.*?</, '<'),
      (await office.admin.get(`/api/v1/import/${id}/onix?list=covers&as=csv`)).body,
    ];
    const before = await exported();
    const rows = await office.db.selectFrom('import_row').select(['row_no', 'details_text']).execute();
    for (const { row_no, details_text } of rows) {
      const { RecordReference: [reference] = [], ...product } = unpacked(String(details_text));
      await office.db
        .updateTable('import_row')
        .set({ details: JSON.stringify({ reference, product }), details_text: null })
        .where('row_no', '=', row_no)
        .execute();
    }
    expect(await exported()).toEqual(before);
    expect(before.join()).toContain('https://covers.example/1.jpg');
  });

  test('is forgotten once its import is undone', async () => {
    await bring(importCsv([importRow(1, { bid: 'com-lantern-1', title: 'Before' })]), 'books.csv');
    const { import_idx: id } = await bring(largeHouse, 'message.xml', true);
    expect(await written()).toContain('Little Lantern');
    await office.admin.post(`/api/v1/import/${id}/undo`);
    const message = await written();
    expect(message).toContain('Before');
    expect(message).not.toContain('Little Lantern');
  });
});

describe('Books of a sheet', () => {
  const full = importRow(1, {
    format: 'EPUB',
    title: 'A < B & "C"',
    title_en: 'In English',
    series: 'Lanterns',
    level: 'Level 2',
    author: 'Ada Penrose, Ben Ito',
    illustrator: 'Cy Dahl',
    publisher: 'Lantern House',
    released_date: '2024-03',
    language: 'en-US',
    summary: 'One\n\nTwo',
    category: 'Stories',
    age_group: '6-8',
    level_type: 'Lexile',
    lexile: 'AD480L',
    word_count: '1200',
    page_count: '48',
    genre: 'Fantasy',
    theme: 'Friendship',
    keywords: 'moon; night',
    audio_length: '0:12:30',
    narrator: 'Ida Moe',
    original_title: 'Die Laterne',
    edition: 'Second, revised',
    rights_territory: 'WORLD',
    list_price: '7.99 EUR',
  });

  test('are written with subjects, audience, series, levels and prices, and read as the same books', async () => {
    await bring(importCsv([full, importRow(2, { series: 'Single titles', level: 'All' }), importRow(3)]), 'books.csv');
    const message = await written('?sort=bid');
    expect(message).toContain('<TitleText>A &lt; B &amp; "C"</TitleText>');
    expect(message).toContain('<ProductForm>ED</ProductForm><ProductFormDetail>E101</ProductFormDetail>');
    expect(message).toContain('<LanguageCode>eng</LanguageCode><CountryCode>US</CountryCode>');
    expect(message).toContain('<PriceAmount>7.99</PriceAmount><CurrencyCode>EUR</CurrencyCode>');
    expect(await bring(message, 'again.xml', true)).toMatchObject({
      counts: { new: 0, changed: 0, unchanged: 3, rejected: 0 },
    });
  });

  test('come back as they went out, whatever ONIX can say of them', async () => {
    const rows = [
      importRow(1, {
        language: 'en',
        age_group: 'Ages 9 to 11',
        author: 'Ada Penrose; Ben Ito',
        keywords: 'moon, night',
      }),
      importRow(2, { language: 'Korean', age_group: 'Grown-ups', illustrator: 'Dahl, Cy;Moe, Ida', edition: '02' }),
      importRow(3, { released_date: '-300', rights_territory: 'Europe', list_price: '7,99 €', format: 'COURSE_BOOK' }),
      importRow(4, { lexile: 'BR120L', ar_level: 'about 3', audio_length: '12 min', genre: 'Fantasy; Myth' }),
    ];
    await bring(importCsv(rows), 'books.csv');
    const message = await written('?sort=bid');
    expect(faultsIn(message)).toEqual([]);
    const unchanged = { counts: { new: 0, changed: 0, unchanged: 4, rejected: 0 }, missing: [] };
    expect(await bring(message, 'again.xml', true)).toMatchObject(unchanged);
    // What was read is kept with the books, and written again.
    expect(await bring(await written('?sort=bid'), 'third.xml', true)).toMatchObject(unchanged);
    await office.admin.put('/api/v1/book/B0001', { language: 'ko', author: 'Cy Dahl' });
    expect(await bring(await written('?sort=bid'), 'changed.xml', true)).toMatchObject(unchanged);
    expect(await written('?sort=bid')).not.toContain('Penrose; Ben');
  });

  test('are those of the filter, or of the selection; none is a message that says so', async () => {
    await bring(importCsv([importRow(1), importRow(2), importRow(3, { title: 'Other' })]), 'books.csv');
    const bids = (message: string) => [...message.matchAll(/<RecordReference>(.*?)</g)].map((found) => found[1]);
    expect(bids(await written('?search_val=Other'))).toEqual(['B0003']);
    expect(bids(await written('?bids=B0002+B0001&sort=bid'))).toEqual(['B0001', 'B0002']);
    expect(bids(await written('?except=B0002&sort=-bid'))).toEqual(['B0003', 'B0001']);
    expect(await written('?search_val=nothing+like+it')).toContain('<NoProduct/>');
  });

  test('have the prices of chosen collections that reach them, and not in the next reading', async () => {
    await bring(importCsv([full, importRow(3, { series: 'Others' })]), 'books.csv');
    const prices = [
      { currency: 'USD', price: '20.00', discounted_price: '15.00', subscription_period: 30, display_order: 1 },
      { currency: 'KRW', price: '39000.00', subscription_period: 30, display_order: 2 },
    ];
    const made = await office.admin.post('/api/v1/collection', { cid: 'NIGHT', title: 'Night pack', prices });
    expect(made).toMatchObject({ status: 200 });
    await office.db
      .insertInto('collection_content')
      .columns(['cidx', 'ser_idx', 'added_at'])
      .expression((eb) =>
        eb
          .selectFrom(['collection', 'series'])
          .select(['cidx', 'ser_idx', 'collection.created_at'])
          .where('series.title', '=', 'Lanterns'),
      )
      .execute();
    expect(await written()).not.toContain('Night pack');
    expect(await office.admin.get('/api/v1/book/onix?prices=DAY')).toMatchObject({ status: 404 });
    const message = await written('?prices=NIGHT&sort=bid');
    expect(message.match(/Night pack/g)).toHaveLength(2);
    expect(message).toContain('<PriceAmount>39000</PriceAmount><CurrencyCode>KRW</CurrencyCode>');
    expect(message).toContain(
      '<PriceTypeDescription>Night pack</PriceTypeDescription><PriceAmount>15.00</PriceAmount><CurrencyCode>USD</CurrencyCode>',
    );
    expect(await bring(message, 'again.xml', true)).toMatchObject({ counts: { unchanged: 2 } });
    expect(await written()).not.toContain('Night pack');
  });
});
