import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Office, startOffice } from '#test/app.ts';
import { longTextDesk, paragraphs as texts } from './long-text.fixture.ts';

let office: Office;
beforeAll(async () => {
  office = await startOffice();
});
afterAll(() => office.close());

const desk = longTextDesk(() => office);
const { english, states } = desk;
const url = '/api/v5/collection/long';

/** A text of four paragraphs, of which the English of two was changed since it was translated. */
beforeEach(async () => {
  await desk.clear();
  await desk.addLong();
  await english('One!', 'Two', 'Three!', 'Four');
});

const isOlder = async () => (await desk.propsOf('/collection/matrix?text=description')).found.rows[0].texts.ko.isOlder;
const review = (madeOf: string[]) =>
  office.admin.put(`${url}/localize/ko/review`, { version: 2, field: 'description', made_of: { description: madeOf } });
const save = (description: string, madeOf: string[]) =>
  office.admin.put(`${url}/texts`, {
    texts: { ko: { description } },
    made_of: { ko: { description: madeOf } },
  });

test('A paragraph that is still right stays so for everybody, and the text is older until all are', async () => {
  expect(await states()).toEqual(['changed', 'same', 'changed', 'same']);
  expect((await review(['One!', 'Two', 'Three', 'Four'])).status).toBe(200);
  expect([await states(), await isOlder()]).toEqual([['same', 'same', 'changed', 'same'], true]);
  expect((await desk.trail('long')).at(-1)).toMatchObject({ after: { locale: 'ko', field: 'description' } });
  expect((await review(['One!', 'Two', 'Three!', 'Four'])).status).toBe(200);
  expect([await states(), await isOlder()]).toEqual([undefined, false]);
});

test('A mark of a paragraph is taken back, unless the text was saved or marked since', async () => {
  const mark = async (...madeOf: string[]) => (await review(madeOf)).json.results.act_idx;
  const undo = async (act: number) => (await office.admin.post(`/api/v1/act/${act}/undo`)).status;
  const first = await mark('One!', 'Two', 'Three', 'Four');
  expect(await undo(first)).toBe(200);
  expect(await states()).toEqual(['changed', 'same', 'changed', 'same']);
  const again = await mark('One!', 'Two', 'Three', 'Four');
  const whole = await mark('One!', 'Two', 'Three!', 'Four');
  expect(await undo(again)).toBe(409);
  expect(await undo(whole)).toBe(200);
  expect(await states()).toEqual(['same', 'same', 'changed', 'same']);
});

test('What two people say of different paragraphs both stays, though each has seen only their own', async () => {
  await review(['One!', 'Two', 'Three', 'Four']);
  await review(['One', 'Two', 'Three!', 'Four']);
  expect([await states(), await isOlder()]).toEqual([undefined, false]);
});

test('A save of some paragraphs that is undone leaves all of them to be done', async () => {
  const saved = await save(texts('하나!', '둘', '셋', '넷'), ['One!', 'Two', 'Three', 'Four']);
  expect((await office.admin.undo(saved.json.results.act_idx)).status).toBe(200);
  expect([await states(), await isOlder()]).toEqual([['changed', 'same', 'changed', 'same'], true]);
});

test('A text is open as a whole where only the markup of its English was changed', async () => {
  await review(['One!', 'Two', 'Three!', 'Four']);
  const description = texts('One!', 'Two', 'Three!', 'Four').replace('Two', '<strong>Two</strong>');
  await office.admin.put(`${url}/localize/en`, { description });
  expect([await states(), await isOlder()]).toEqual([undefined, true]);
});

test('A save of some paragraphs leaves the others as they were, and their English is known although it changes again', async () => {
  await save(texts('하나!', '둘', '셋', '넷'), ['One!', 'Two', 'Three', 'Four']);
  expect([await states(), await isOlder()]).toEqual([['same', 'same', 'changed', 'same'], true]);
  await english('One!', 'Two', 'Three?', 'Four', 'Five');
  const { paragraphs, changes } = (await office.admin.get(`${url}/localize/ko/text?field=description`)).json.results;
  expect(paragraphs[2].pieces).toEqual([
    { kind: 'same', text: 'Three' },
    { kind: 'new', text: '?' },
  ]);
  expect(paragraphs[4].state).toBe('new');
  expect(changes.filter(({ kind }: { kind: string }) => kind === 'old')).toEqual([]);
  await save(texts('하나!', '둘', '셋?', '넷', '다섯'), ['One!', 'Two', 'Three?', 'Four', 'Five']);
  expect([await states(), await isOlder()]).toEqual([undefined, false]);
});

test('What a translation says beside the English is its own and nothing to do', async () => {
  await save(texts('하나!', '하나 더', '둘', '셋', '넷'), ['One!', '', 'Two', 'Three', 'Four']);
  expect(await states()).toEqual(['same', 'same', 'same', 'changed', 'same']);
  await office.admin.put(`${url}/texts`, {
    texts: {},
    made_of: { ko: { description: ['One!', '', 'Two', 'Three!', 'Four'] } },
  });
  expect([await states(), await isOlder()]).toEqual([undefined, false]);
});

test('A paragraph made of English that was undone since is older than the English that came back', async () => {
  await save(texts('하나!', '둘', '셋', '넷'), ['One!', 'Two', 'Three', 'Four']);
  await english('One', 'Two', 'Three', 'Four');
  expect([await states(), await isOlder()]).toEqual([['changed', 'same', 'same', 'same'], true]);
});

test('A save or mark of the whole text, or another number of paragraphs than it has, says nothing of single ones', async () => {
  expect((await review(['One!', 'Two'])).status).toBe(400);
  await review(['One!', 'Two', 'Three', 'Four']);
  await office.admin.put(`${url}/localize/ko`, { title: '나' });
  expect(await isOlder()).toBe(false);
  await english('One', 'Two', 'Three', 'Four!');
  expect(await states()).toEqual(['changed', 'same', 'changed', 'changed']);
  await save(texts('하나', '둘'), ['One', 'Two', 'Three']);
  expect([await states(), await isOlder()]).toEqual([undefined, true]);
});

test('The page of a language saves its other texts and leaves the paragraphs that are not done', async () => {
  const madeOf = { description: ['One!', 'Two', 'Three', 'Four'] };
  await office.admin.put(`${url}/localize/ko`, { title: '나', made_of: madeOf });
  expect([await states(), await isOlder()]).toEqual([['same', 'same', 'changed', 'same'], true]);
  expect((await desk.get('long')).multi_lang_data.ko.title).toBe('나');
});

test('A collection that is deleted comes back with what its paragraphs were made of', async () => {
  await review(['One!', 'Two', 'Three', 'Four']);
  const removed = await office.admin.delete('/api/v5/collection/long', {});
  expect((await office.admin.post(`/api/v1/act/${removed.json.results.act_idx}/undo`)).status).toBe(200);
  expect(await states()).toEqual(['same', 'same', 'changed', 'same']);
});
