import jsqr from 'jsqr';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeDesk } from '#features/code/code.fixture.ts';
import { showCode } from '#features/code/code.rules.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import { type Office, startOffice } from '#test/app.ts';
import { type ReadPage, readPdf } from '#test/read-pdf.ts';
import { outlineOf, readStructure } from '#test/pdf-structure.ts';
import { faultsOfPdf } from '#test/pdf-ua.ts';
import { mostPrinted } from './print.rules.ts';
import { cornerOf, layouts, onPage } from './print-layouts.ts';

let office: Office;
const desk = codeDesk(() => office);
let of: { cust_idx: number; cidx: number };
let batch: number;
let codes: string[];

beforeAll(async () => {
  office = await startOffice();
  office.clock.set('2026-03-02T03:00:00Z');
  of = { cust_idx: await desk.addCustomer('ACME'), cidx: await desk.addCollection('first') };
  batch = await desk.addBatch({ ...of, title: '가을 독서', count: 27 });
  // Until the end of February 28 in Seoul.
  const until = Date.parse('2027-02-28T15:00:00Z') / 1000;
  await desk.issue(batch, 27, { issued_at: inSeconds(office.clock.now()), valid_until: until, length: 90 });
  const rows = await office.db.selectFrom('code').select('code').where('cg_idx', '=', batch).orderBy('code').execute();
  codes = rows.map(({ code }) => code);
});
afterAll(() => office.close());

const print = async (query: string) => {
  const answer = await office.admin.get(`/api/v1/code?cg_idx=${batch}&as=pdf&${query}`);
  expect(answer.status).toBe(200);
  expect(answer.headers['content-type']).toBe('application/pdf');
  return readPdf(answer.bytes, 4);
};

/** What the QR code in a cell of a page says, read from the drawn page as a camera would. */
function scan({ picture }: ReadPage, layout: keyof typeof layouts, index: number): string | undefined {
  const { cell } = layouts[layout];
  const at = cornerOf(layouts[layout], index);
  const scale = picture.width / 210;
  const [left, top] = [Math.round(at.x * scale), Math.round(at.y * scale)];
  const [width, height] = [Math.floor(cell.width * scale), Math.floor(cell.height * scale)];
  const cut = new Uint8ClampedArray(width * height * 4);
  for (let row = 0; row < height; row++) {
    const from = ((top + row) * picture.width + left) * 4;
    cut.set(picture.data.subarray(from, from + width * 4), row * width * 4);
  }
  return jsqr(cut, width, height)?.data;
}

describe('Printed codes', () => {
  test.each(['cards', 'labels', 'sheet'] as const)(
    'as %s hold every code, as text and as a QR code that can be read',
    async (layout) => {
      const pages = await print(`layout=${layout}`);
      const size = onPage(layouts[layout]);
      expect(pages).toHaveLength(Math.ceil(27 / size));
      const scanned = codes.map((_, index) => {
        const page = pages[Math.floor(index / size)];
        return page && scan(page, layout, index % size);
      });
      expect(scanned).toEqual(codes);
      const text = pages.map((page) => page.text).join('\n');
      for (const code of codes) expect(text.replaceAll('–', '-')).toContain(showCode(code));
      expect(text).toContain('Title of first');
      expect(text).toContain('Redeem by Feb 28, 2027.');
    },
  );

  test('that wait for an order of a shop say from when their days count, in both languages; sold or used ones do not', async () => {
    const cg_idx = await desk.addBatch({ ...of, title: 'Shop', valid_days: 60, valid_after: 'vend' });
    await desk.issue(cg_idx, 1);
    const text = async () => {
      const { bytes } = await office.admin.get(`/api/v1/code?cg_idx=${cg_idx}&as=pdf&layout=cards`);
      return (await readPdf(bytes, 4)).map((page) => page.text).join('\n');
    };
    const waiting = await text();
    expect(waiting).toContain('Redeem within 60 days of the purchase.');
    expect(waiting).toContain('구매 후 60일 이내');
    const { code } = await office.db
      .selectFrom('code')
      .select('code')
      .where('cg_idx', '=', cg_idx)
      .executeTakeFirstOrThrow();
    await office.admin.post('/api/v1/code/redeem', { code, learner_id: 'kim' });
    expect(await text()).not.toContain('of the purchase');
  });

  test('lead to the address of the setting, which stands beside the QR code without the code', async () => {
    const url = 'https://read.example.com/redeem?code={code}';
    expect((await office.admin.put('/api/v1/setting/code_url', { value: url })).status).toBe(200);
    const [page] = await print('layout=cards');
    expect(page && scan(page, 'cards', 0)).toBe(`https://read.example.com/redeem?code=${codes[0]}`);
    expect(page?.text).toContain('read.example.com/redeem');
    await office.admin.put('/api/v1/setting/code_url', { value: '' });
  });

  test('tell their terms in the reader’s language and a second one, and on the edge what is on the page', async () => {
    const [korean] = await print('layout=cards&lang=ko');
    expect(korean?.text).toContain('등록한 날부터 90일 동안');
    expect(korean?.text).toContain('등록 기한: 2027년 2월 28일');
    expect(korean?.text).toContain('90 days from the day you redeem it.');
    expect(korean?.text).toContain('Name of ACME · 가을 독서 · 코드 1~10 / 27');
    const [japanese] = await print('layout=cards&lang=jp');
    expect(japanese?.text).toContain('登録した日から90日間利用できます。');
    const [turkish] = await print('layout=labels&lang=tr');
    expect(turkish?.text).toContain('Kullandığınız günden itibaren 90 gün');
  });

  test('are read aloud card by card, with their codes as they are typed and names of the QR codes', async () => {
    const first = showCode(codes[0] ?? '');
    const readAloud = async (layout: string) => {
      const answer = await office.admin.get(`/api/v1/code?cg_idx=${batch}&as=pdf&layout=${layout}&lang=ko`);
      expect(await faultsOfPdf(answer.bytes)).toEqual([]);
      const [page] = await readStructure(answer.bytes);
      const [document] = page?.parts ?? [];
      return { document, sections: document?.parts ?? [], artifacts: page?.artifacts };
    };
    const cards = await readAloud('cards');
    expect(cards.document?.type).toBe('Document');
    expect(cards.sections).toHaveLength(10);
    expect(outlineOf(cards.sections.slice(0, 1))).toEqual([
      'Sect',
      ' P 도서관 관리',
      ' H1 Title of first',
      ` P ${first}`,
      ` Figure ${first}의 QR 코드`,
      ' P 등록한 날부터 90일 동안 읽을 수 있습니다. 등록 기한: 2027년 2월 28일',
      ' P en 90 days from the day you redeem it. Redeem by Feb 28, 2027.',
    ]);
    expect(cards.artifacts).toContain('Name of ACME · 가을 독서 · 코드 1~10 / 27');
    for (const layout of ['labels', 'sheet']) {
      const { sections } = await readAloud(layout);
      expect(sections).toHaveLength(onPage(layouts[layout as 'labels']));
      const lines = outlineOf(sections.slice(0, 1));
      for (const line of [` P ${first}`, ` Figure ${first}의 QR 코드`]) expect(lines).toContain(line);
      expect(lines.join('')).toContain('Title of first');
    }
  });

  test.each(['https://read.example.com/', 'read.example.com/{code}', 'javascript:{code}', 'https://a b/{code}'])(
    'take no address that leads nowhere: %s',
    async (value) => {
      const answer = await office.admin.put('/api/v1/setting/code_url', { value });
      expect(answer.status).toBe(400);
      expect(answer.json.error.fields.value).toContain('curly brackets');
    },
  );

  test('are at most 10,000 a file; nothing is recorded of a refused one', async () => {
    const large = await desk.addBatch({ ...of, title: 'Large', count: mostPrinted + 1 });
    await desk.issue(large, mostPrinted + 1);
    const answer = await office.admin.get(`/api/v1/code?cg_idx=${large}&as=pdf`);
    expect(answer.status).toBe(422);
    expect(answer.json.error.code).toBe('code.print_most');
    expect((await office.admin.get(`/api/v1/code/batch/${large}/delivery`)).json.results.deliveries).toEqual([]);
  });

  test('of several batches begin a page for each, with its own title', async () => {
    const cust_idx = await desk.addCustomer('BRIGHT');
    const second = await desk.addCollection('second');
    await desk.issue(await desk.addBatch({ cust_idx, cidx: of.cidx }), 3);
    await desk.issue(await desk.addBatch({ cust_idx, cidx: second }), 2);
    const answer = await office.admin.get(`/api/v1/code?cust_idx=${cust_idx}&as=pdf&layout=cards`);
    const pages = await readPdf(answer.bytes, 1);
    expect(pages.map(({ text }) => /Title of \w+/.exec(text)?.[0])).toEqual(['Title of second', 'Title of first']);
    expect(pages[1]?.text).toContain('codes 1 to 3 of 3');
    expect(pages[1]?.text).toContain('Page 2 of 2');
  });
});
