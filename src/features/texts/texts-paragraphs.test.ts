import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { longTextDesk, paragraphs as texts } from '#features/localize/long-text.fixture.ts';
import { type Office, startOffice } from '#test/app.ts';
import { requireValid } from '#test/xml-schema.ts';
import { rowsOf, sheetFile, textsDesk, xliffFile } from './texts.fixture.ts';

/** The official schema, xliff_core_2.0.xsd, beside the schemas it imports; checked where it is named. */
const schema = process.env['XLIFF_SCHEMA'] ?? '';

let office: Office;
beforeAll(async () => {
  office = await startOffice();
});
afterAll(() => office.close());

const desk = longTextDesk(() => office);
const { english, states } = desk;
const files = textsDesk(() => office);

/** Of four paragraphs the English of two was changed since they were translated, and one is new. */
beforeEach(async () => {
  await desk.clear();
  await desk.addLong();
  await english('One!', 'Two', 'Three!', 'Four', 'Five');
});

const stored = async () => (await desk.get('long')).multi_lang_data.ko.description;
const asItWas = { text: texts('하나', '둘', '셋', '넷'), states: ['changed', 'same', 'changed', 'same', 'new'] };
const now = async () => ({ text: await stored(), states: await states() });

/** Applies a file, and undoes it; answers what the text was between. */
async function applied(file: Awaited<ReturnType<typeof sheetFile>>) {
  const timpIdx = await files.stage(file);
  const { rows } = await files.state(timpIdx);
  const answer = await files.apply(timpIdx);
  expect(answer.status, answer.body).toBe(200);
  const between = await now();
  await files.undo(answer.json.results.act_idx);
  expect(await now()).toEqual(asItWas);
  return { row: rows[0], between };
}

/** The row of the description in a sheet, changed. */
async function sheetWith(change: (row: string[]) => string[]) {
  const rows = await rowsOf((await files.out('from=en&to=ko&only=older')).bytes);
  const [heading = [], ...others] = rows;
  return sheetFile([heading, ...others.map((row) => (row[2] === 'description' ? change(row) : row))]);
}

test('A sheet has the earlier English and the state of each paragraph', async () => {
  const [heading, ...rows] = await rowsOf((await files.out('from=en&to=ko&only=older')).bytes);
  expect(heading?.slice(7)).toEqual(['ko: earlier', 'ko: paragraphs', 'ko: terms']);
  const row = rows.find(([, , field]) => field === 'description');
  expect(row?.slice(7)).toEqual(['1: One\n3: Three', '1 changed\n2 same\n3 changed\n4 same\n5 new']);
});

test('A sheet in which one paragraph is written anew and one is right brings that back, with one undo', async () => {
  const sheet = await sheetWith(
    ([id = '', context = '', field = '', limit = '', en = '', , base = '', earlier = '']) => [
      id,
      context,
      field,
      limit,
      en,
      texts('하나!', '둘', '셋', '넷'),
      base,
      earlier,
      '1 changed\n2 same\n3 right\n4 same\n5 new',
    ],
  );
  const { row, between } = await applied(sheet);
  expect(row.paragraphs).toEqual({ right: 1, left: 0 });
  expect(between).toEqual({
    text: texts('하나!', '둘', '셋', '넷'),
    states: ['same', 'same', 'same', 'same', 'new'],
  });
});

test('A sheet that only says that a paragraph is right is a change, and the text stays as it is', async () => {
  const sheet = await sheetWith((row) => row.with(8, '1 right\n2 same\n3 changed\n4 same\n5 new'));
  const { row, between } = await applied(sheet);
  expect(row).toMatchObject({ state: 'changed', before: asItWas.text, after: asItWas.text });
  expect(between).toEqual({ text: asItWas.text, states: ['same', 'same', 'changed', 'same', 'new'] });
});

test('A sheet in which all of a text is written is done, and its undo makes it older again', async () => {
  const whole = texts('하나!', '둘', '셋!', '넷', '다섯');
  const { between } = await applied(await sheetWith((row) => row.with(5, whole)));
  expect(between).toEqual({ text: whole, states: undefined });
});

test('XLIFF has a segment for each paragraph, whose state comes back', async () => {
  const xliff = (await files.out('from=en&to=ko&only=older&as=xliff')).body;
  if (schema) await requireValid(xliff, schema);
  expect(xliff).toContain('<note category="earlier">1: One\n3: Three</note>');
  expect(xliff.match(/<segment id="[^"]*" canResegment="no" state="[a-z]*"( subState="office:older")?>/g)).toEqual([
    '<segment id="p0.0" canResegment="no" state="translated" subState="office:older">',
    '<segment id="p1.1" canResegment="no" state="translated">',
    '<segment id="p2.2" canResegment="no" state="translated" subState="office:older">',
    '<segment id="p3.3" canResegment="no" state="translated">',
    '<segment id="p4." canResegment="no" state="initial">',
  ]);
  // A program that a translator says in that the third is right, and in which they write the last.
  const done = xliff
    .replace('id="p2.2" canResegment="no" state="translated" subState="office:older"', 'id="p2.2" state="reviewed"')
    .replace(
      /(id="p4\."[^>]*>.*?<\/source>)/,
      '$1<target><pc id="90" dataRefStart="d1" dataRefEnd="d2">다섯</pc></target>',
    );
  const { row, between } = await applied(xliffFile(done));
  expect(row.paragraphs).toEqual({ right: 1, left: 1 });
  expect(between).toEqual({
    text: texts('하나', '둘', '셋', '넷', '다섯'),
    states: ['changed', 'same', 'same', 'same', 'same'],
  });
});

test('A paragraph whose English is gone is in XLIFF too, and can be taken out there', async () => {
  await english('One', 'Two', 'Four');
  const xliff = (await files.out('from=en&to=ko&only=older&as=xliff')).body;
  if (schema) await requireValid(xliff, schema);
  const taken = xliff.replace(/(<segment id="p\.2".*?<source><\/source>)<target>.*?<\/target>/, '$1<target></target>');
  expect(taken).not.toBe(xliff);
  const timpIdx = await files.stage(xliffFile(taken));
  expect((await files.apply(timpIdx)).status).toBe(200);
  expect(await now()).toEqual({ text: texts('하나', '둘', '넷'), states: undefined });
});

test('XLIFF 1.2 says the same in notes, and a target that is done is right in all paragraphs', async () => {
  const xliff = (await files.out('from=en&to=ko&only=older&as=xliff12')).body;
  expect(xliff).toContain('<note from="paragraphs">1 changed\n2 same\n3 changed\n4 same\n5 new</note>');
  expect(await files.state(await files.stage(xliffFile(xliff)))).toMatchObject({ changed: 0, rows: [] });
  const written = await applied(xliffFile(xliff.replace('하나', '하나!')));
  expect(written.between.states).toEqual(['same', 'same', 'changed', 'same', 'new']);
  const done = await applied(xliffFile(xliff.replaceAll('state="needs-review-translation"', 'state="final"')));
  expect(done.between.states).toEqual(['same', 'same', 'same', 'same', 'new']);
});

test('What was marked or saved here since the file left is not taken back by it', async () => {
  const sheet = await sheetWith((row) => row.with(8, '1 right\n2 same\n3 changed\n4 same\n5 new'));
  const timpIdx = await files.stage(sheet);
  await office.admin.put('/api/v5/collection/long/localize/ko/review', {
    field: 'description',
    made_of: { description: ['One', 'Two', 'Three!', 'Four'] },
  });
  await files.apply(timpIdx);
  expect(await states()).toEqual(['same', 'same', 'same', 'same', 'new']);
  await english('One?', 'Two', 'Three!', 'Four', 'Five');
  const later = await files.stage(sheet);
  expect(await files.state(later)).toMatchObject({ changed: 0 });
});
