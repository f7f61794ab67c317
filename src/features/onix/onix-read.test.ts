import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bookFields } from '#features/book/book-fields.public.ts';
import { importDesk } from '#features/import/import.fixture.ts';
import { type Office, startOffice } from '#test/app.ts';
import { emptyTables } from '#test/empty-tables.ts';
import { distributor, fullProduct, largeHouse, message, smallPress, windows1252 } from './onix.fixture.ts';

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
  'book',
  'level',
  'series',
  'category',
  'age_group',
];
beforeEach(() => emptyTables(office.db, tables));

const desk = importDesk(() => office);
const { state, rows: rowsOf } = desk;
const upload = (content: string | Uint8Array<ArrayBuffer>, name = 'message.xml') => desk.uploadSheet(content, name);
const stage = (content: string | Uint8Array<ArrayBuffer>, name = 'message.xml') => desk.stage(content, name);

/** The cells of a row that are not empty, by field. */
const described = (row: { cells: string[] }) =>
  Object.fromEntries(bookFields.flatMap(({ name }, index) => (row.cells[index] ? [[name, row.cells[index]]] : [])));

async function apply(id: number) {
  await office.admin.put(`/api/v1/import/${id}`, { create_missing: true });
  return desk.apply(id);
}

const bookOf = async (bid: string) => (await office.admin.get(`/api/v1/book?bid=${bid}`)).json.results[0];

describe('Three publishers’ shapes of message', () => {
  test('a large house: reference tags, a document type, and every field that a product tells', async () => {
    const id = await stage(largeHouse);
    expect(await state(id)).toMatchObject({ status: 'ready', row_count: 1, counts: { new: 1 }, sheet_name: 'ONIX 3' });
    const [row] = await rowsOf(id);
    expect(row.warnings).toEqual([]);
    expect(described(row)).toEqual({
      bid: 'com-lantern-1',
      format: 'EPUB',
      title: 'Die Laterne & der Mond',
      title_en: 'The Lantern and the Moon',
      series: 'The Lantern Readers',
      level: 'Stage 2',
      isbn_print: '9783161484100',
      isbn_spindle: '9780000000019',
      author: 'Ada Penrose',
      illustrator: 'Ben Ito',
      publisher: 'Lantern House',
      released_date: '2024-03-05',
      language: 'ger',
      summary: 'A lamp <lost>.\n\nOne\nTwo',
      age_group: '6-8',
      level_type: 'CEFR',
      cefr_level: 'A1',
      ar_level: '2.1',
      word_count: '1200',
      page_count: '48',
      genre: 'General fiction',
      keywords: 'night; moon',
      edition: '2',
      rights_territory: 'AT CH DE',
      list_price: '7.99 EUR',
    });
  });

  test('a distributor: short tags of 3.1 with a prefix, XHTML, and elements that are skipped', async () => {
    const id = await stage(distributor, 'MOON.ONIX');
    const [row] = await rowsOf(id);
    expect(described(row)).toEqual({
      bid: 'MD_0002',
      title: 'Under the Pier',
      series: 'Night Walks',
      level: 'Book 3',
      isbn_print: '9780000000026',
      isbn_spindle: '9780000000033',
      author: 'Eva Lund, The Night Society',
      illustrator: 'Eva Lund',
      publisher: 'Pier Press',
      released_date: '2025-05',
      language: 'en-GB',
      summary: 'A very old pier.\n\nAnd its\nlamps.',
      level_type: 'Lexile',
      lexile: '480L',
      list_price: '6.50 GBP',
    });
  });

  test('a small press: another encoding, escaped HTML, one ISBN, no series, and a product that is withdrawn', async () => {
    const id = await stage(windows1252(smallPress));
    expect(await state(id)).toMatchObject({ row_count: 2, counts: { new: 1, dropped: 1, warned: 1 } });
    const [row, withdrawn] = await rowsOf(id);
    expect(described(row)).toEqual({
      bid: 'CP-7',
      title: 'L’été — “bleu”',
      series: 'Single titles',
      level: 'All',
      isbn_print: '9780198526636',
      isbn_spindle: '9780198526636',
      author: 'Zoë Dupré',
      publisher: 'Café Presse',
      summary: 'Bleu & blanc.',
    });
    expect(row.warnings).toMatchObject([
      { field: 'isbn_spindle', message: 'The message has one ISBN for this product: it is used for both.' },
    ]);
    expect(withdrawn).toMatchObject({ status: null, cells: expect.arrayContaining(['CP-6']) });
  });

  test('ten digits with a wrong check digit stay as they are, with a warning, instead of becoming another ISBN', async () => {
    const mistyped = (text: string) => text.replace('0-19-852663-6', '0-19-852663-5');
    const [row] = await rowsOf(await stage(windows1252(mistyped(smallPress))));
    expect(described(row)).toMatchObject({ isbn_print: '0198526635', isbn_spindle: '0198526635' });
    expect(row.warnings).toContainEqual(
      expect.objectContaining({ field: 'isbn_print', message: 'The check digit of this ISBN is not valid.' }),
    );
  });

  test.each([
    ['UTF-16 with its mark', `\ufeff${largeHouse.replace('UTF-8', 'UTF-16')}`, 'utf16le'],
    ['UTF-16 without one', largeHouse.replace('UTF-8', 'UTF-16'), 'utf16le'],
    ['ISO-8859-1', largeHouse.replace('UTF-8', 'ISO-8859-1').replace('Ben Ito', 'José Ñandú'), 'latin1'],
    ['UTF-8 that says UTF-16', largeHouse.replace('UTF-8', 'UTF-16'), 'utf8'],
  ] as const)('a message in %s is read', async (_, text, encoding) => {
    const id = await stage(new Uint8Array(Buffer.from(text, encoding)));
    const [row] = await rowsOf(id);
    expect(described(row)).toMatchObject({
      title: 'Die Laterne & der Mond',
      illustrator: encoding === 'latin1' ? 'José Ñandú' : 'Ben Ito',
    });
  });
});

describe('An imported message', () => {
  test('is applied and undone as a whole, and lists what it does not do', async () => {
    const id = await stage(windows1252(smallPress));
    expect(await apply(id)).toMatchObject({ status: 'applied' });
    expect(await bookOf('CP-7')).toMatchObject({ title: 'L’été — “bleu”', series: 'Single titles', format: 'SPINDLE' });
    const page = (await office.admin.get(`/book/import/${id}`)).body;
    expect(page).toShow('1 notice of deletion.');
    const list = await office.admin.get(`/api/v1/import/${id}/onix?list=deletions`);
    expect(list.body).toContain('CP-6');
    expect(list.body).not.toContain('CP-7');
    expect((await office.admin.post(`/api/v1/import/${id}/undo`)).status).toBe(200);
    expect(await office.db.selectFrom('book').selectAll().execute()).toEqual([]);
  });

  test('its cover links are listed and not fetched', async () => {
    const id = await stage(
      message(
        fullProduct + fullProduct.replaceAll('.1', '.2').replace(/<SupportingResource>.*<\/SupportingResource>/s, ''),
      ),
    );
    expect((await office.admin.get(`/book/import/${id}`)).body).toShow('1 link to a cover.');
    const { body } = await office.admin.get(`/api/v1/import/${id}/onix`);
    expect(body.trim().split('\n')).toHaveLength(2);
    expect(body).toContain('1,com-lantern-1,Die Laterne & der Mond,https://covers.example/1.jpg');
  });

  test('a book that is in the library keeps what the message does not say', async () => {
    await apply(await stage(largeHouse));
    const sparse = `<Product><RecordReference>com.lantern.1</RecordReference><NotificationType>04</NotificationType>
      <ProductIdentifier><ProductIDType>15</ProductIDType><IDValue>9780000000019</IDValue></ProductIdentifier>
      <DescriptiveDetail><ProductComposition>00</ProductComposition><ProductForm>ED</ProductForm>
      <TitleDetail><TitleType>01</TitleType><TitleElement><TitleElementLevel>01</TitleElementLevel><TitleText>New title</TitleText></TitleElement></TitleDetail>
      </DescriptiveDetail></Product>`;
    const id = await stage(message(sparse));
    await office.admin.put(`/api/v1/import/${id}`, { update: true });
    const [row] = await rowsOf(id);
    expect(row).toMatchObject({ status: 'changed', changed: ['title'], warnings: [] });
    await apply(id);
    expect(await bookOf('com-lantern-1')).toMatchObject({
      title: 'New title',
      series: 'The Lantern Readers',
      level: 'Stage 2',
      isbn_print: '9783161484100',
    });
  });

  test('a product twice in a message is rejected in both places', async () => {
    const id = await stage(message(fullProduct + fullProduct));
    expect(await state(id)).toMatchObject({ counts: { rejected: 2 } });
  });
});

const laughs = `<?xml version="1.0"?><!DOCTYPE ONIXMessage [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;">]><ONIXMessage release="3.0"><Product><RecordReference>&c;</RecordReference></Product></ONIXMessage>`;
const outside =
  '<!DOCTYPE ONIXMessage [<!ENTITY file SYSTEM "file:///etc/passwd">]><ONIXMessage release="3.0"><Product><RecordReference>&file;</RecordReference></Product></ONIXMessage>';

describe('A message is refused, and nothing of it is kept, when it', () => {
  test.each([
    ['declares entities, as a billion laughs does', laughs, 'onix.unsafe'],
    ['declares an entity outside', outside, 'onix.unsafe'],
    [
      'loads declarations',
      '<!DOCTYPE ONIXMessage [<!ENTITY % all SYSTEM "http://evil.example/x.dtd"> %all;]><ONIXMessage/>',
      'onix.unsafe',
    ],
    ['uses an entity that XML does not have', message(fullProduct.replace('&amp;', '&eacute;')), 'onix.unsafe'],
    [
      'is nested too deeply',
      message(`<Product>${'<DescriptiveDetail>'.repeat(80)}${'</DescriptiveDetail>'.repeat(80)}</Product>`),
      'onix.unsafe',
    ],
    ['ends too early', largeHouse.slice(0, -200), 'onix.truncated'],
    ['is not well-formed', message('<Product><RecordReference>1</Product>'), 'onix.damaged'],
    ['has a control character', message(fullProduct.replace('Ben Ito', 'Ben&#7;Ito')), 'onix.illegal_character'],
    ['is another XML file', '<?xml version="1.0"?><html><body/></html>', 'onix.not_onix'],
    ['is of an older release', '<ONIXMessage release="2.1"><Product/></ONIXMessage>', 'onix.release'],
    [
      'has the header of an older release',
      '<ONIXmessage><header><m174>House</m174></header><product><a001>x</a001></product></ONIXmessage>',
      'onix.release',
    ],
    [
      'has the products of an older release',
      '<ONIXMessage><Product><RecordReference>x</RecordReference><ProductForm>BB</ProductForm></Product></ONIXMessage>',
      'onix.release',
    ],
    ['has no products', message('<NoProduct/>'), 'onix.no_products'],
    ['has a product without end', message(fullProduct.replace('Short.', 'a '.repeat(600_000))), 'onix.too_long'],
    ['names an unknown encoding', largeHouse.replace('UTF-8', 'x-klingon'), 'onix.unknown_encoding'],
    ['is empty', '', 'onix.truncated'],
  ])('%s', async (_, text, code) => {
    expect(await upload(text)).toMatchObject({ status: 422, json: { error: { code } } });
    expect(await office.db.selectFrom('import').selectAll().execute()).toEqual([]);
  });

  test('is not in the encoding that it declares', async () => {
    const bytes = new Uint8Array(Buffer.from(largeHouse.replace('Ben Ito', 'José'), 'latin1'));
    expect(await upload(bytes)).toMatchObject({ status: 422, json: { error: { code: 'onix.bad_encoding' } } });
  });
});
