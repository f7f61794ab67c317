import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { collectionDesk } from '#features/collection/collection.fixture.ts';
import { textXlsx } from '#kernel/sheets/xlsx.fixture.ts';
import { type Office, startOffice } from '#test/app.ts';
import { requireValid } from '#test/xml-schema.ts';
import { hardTexts, rowsOf, sheetFile, textsDesk, xliffFile } from './texts.fixture.ts';

/** The official schema, xliff_core_2.0.xsd, beside the schemas it imports; checked where it is named. */
const schema = process.env['XLIFF_SCHEMA'] ?? '';

let office: Office;
beforeAll(async () => {
  office = await startOffice();
});
afterAll(() => office.close());

const desk = collectionDesk(() => office);
const texts = textsDesk(() => office);
const add = (cid: string, { en, ...others }: { en: Record<string, string> } & Record<string, Record<string, string>>) =>
  desk.add(cid, { title: en['title'], multi_lang_data: { en, ...others } });
beforeEach(() => desk.clear());

test.each(['0000', 'D800', '-5', 'zz', '110000'])(
  'A character that no text can have is left out of XLIFF: %s',
  async (hex) => {
    const file = Buffer.from(
      `<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="ko"><file id="f1">
    <unit id="u1"><segment><source>One</source><target>하<cp hex="${hex}"/>나</target></segment></unit></file></xliff>`,
    );
    const form = new FormData();
    form.append('file', new File([file], 'ko.xlf'));
    expect((await office.admin.upload('/api/v1/texts/import', form)).status).toBeLessThan(500);
  },
);

describe('Texts that leave', () => {
  test('are those of records that have texts in several languages, which a refusal names', async () => {
    const answer = await office.admin.get('/api/v1/texts?what=guide');
    expect(answer.status).toBe(400);
    expect(answer.json.error.fields).toEqual({ what: 'Must be one of: collection' });
  });

  test('come back as a sheet and as XLIFF without any change', async () => {
    await add('a', hardTexts);
    for (const file of [
      { name: 'a.xlsx', bytes: (await texts.out('from=en&to=tr,ko,jp&only=all&as=xlsx')).bytes },
      { name: 'a.xlf', bytes: (await texts.out('from=en&to=tr&only=all&as=xliff')).bytes },
      { name: 'a.xlf', bytes: (await texts.out('from=ko&to=en&only=all&as=xliff')).bytes },
      { name: 'a.zip', bytes: (await texts.out('from=en&to=tr,ko,jp&only=all&as=xliff')).bytes },
    ]) {
      const state = await texts.state(await texts.stage(file));
      expect(state).toMatchObject({ changed: 0, conflicts: 0, wrong: 0, rows: [] });
      expect(state.same).toBeGreaterThan(2);
    }
  });

  test.skipIf(schema === '')('are valid XLIFF, however hard the texts, and also if there are none', async () => {
    await add('a', hardTexts);
    await add('b', { en: { title: 'B' }, ko: { title: '나' } });
    for (const to of ['tr', 'ko', 'jp'])
      for (const only of ['all', 'missing', 'older'])
        await requireValid((await texts.out(`from=en&to=${to}&only=${only}&as=xliff`)).body, schema);
    await office.admin.put('/api/v5/collection/b/texts', { texts: { en: { title: 'B2' } }, base: {} });
    const older = (await texts.out('from=en&to=ko&only=older&as=xliff')).body;
    expect(older).toContain('subState');
    await requireValid(older, schema);
    await expect(requireValid(older.replace('<source>', '<origin>'), schema)).rejects.toThrow();
  });

  test('are saved character by character when they come back', async () => {
    const restored = async () => {
      const { en: _english, ...others } = (await desk.get('b')).multi_lang_data;
      return others;
    };
    const { en, ...others } = hardTexts;
    await add('a', hardTexts);
    await add('b', { en });
    // The texts of one collection come back as those of the other, which has none yet.
    const [heading = [], ...rows] = await rowsOf((await texts.out('from=en&to=tr,ko,jp')).bytes);
    const [filled, empty] = [rows.slice(0, 4), rows.slice(4)];
    const sheet = await texts.stage(
      await sheetFile([
        heading,
        ...empty.map((row, n) => [...row.slice(0, 5), ...(filled[n] ?? []).slice(5, 8), row[8] ?? '']),
      ]),
    );
    const { act_idx: act } = (await texts.apply(sheet)).json.results;
    expect(await restored()).toEqual(others);
    await texts.undo(act);
    expect(await restored()).toEqual({});
    for (const to of ['tr', 'ko', 'jp'] as const) {
      const units = (await texts.out(`from=en&to=${to}&as=xliff`)).body.split('<unit ');
      const base = /<note category="base">.*?<\/note>/;
      const moved = units
        .slice(1, 5)
        .map((unit, n) =>
          unit.replace('"collection:a:', '"collection:b:').replace(base, base.exec(units[n + 5] ?? '')?.[0] ?? ''),
        );
      await texts.apply(await texts.stage(xliffFile(`${units[0]}<unit ${moved.join('<unit ')}</file></xliff>`)));
    }
    expect(await restored()).toEqual(others);
  });

  test('are those that are missing or older than the English, in the chosen languages', async () => {
    await add('a', { en: { title: 'A', summary: 'S' }, ko: { title: '가' } });
    await add('b', { en: { title: 'B' }, ko: { title: '나' } });
    await office.admin.put('/api/v5/collection/b/texts', { texts: { en: { title: 'B2' } }, base: {} });
    const idsOf = async (query: string) => (await rowsOf((await texts.out(query)).bytes)).slice(1).map(([id]) => id);
    expect(await idsOf('from=en&to=ko&only=missing')).toEqual(['collection:a:summary']);
    expect(await idsOf('from=en&to=ko&only=older')).toEqual(['collection:b:title']);
    expect(await idsOf('from=en&to=ja&only=missing')).toHaveLength(3);
    const [heading, row] = await rowsOf((await texts.out('from=en&to=ko,jp&only=all')).bytes);
    expect(heading?.slice(0, 8)).toEqual(['id', 'context', 'field', 'limit', 'en', 'ko', 'jp', 'base']);
    const ofParagraphs = (locale: string) => ['earlier', 'paragraphs', 'terms'].map((name) => `${locale}: ${name}`);
    expect(heading?.slice(8)).toEqual(['ko', 'jp'].flatMap(ofParagraphs));
    expect(row?.slice(0, 6)).toEqual(['collection:a:title', 'A', 'title', '200', 'A', '가']);
    const xliff = (await texts.out('from=en&to=jp&only=older&as=xliff')).body;
    expect(xliff).toContain('trgLang="ja"');
    expect(xliff).toContain('<unit id="none" translate="no">');
  });
});

describe('Texts that come back', () => {
  const xliff = async (to = 'ko') => (await texts.out(`from=en&to=${to}&as=xliff`)).body;
  const translated = async (id: string, target: string, to = 'ko') =>
    (await xliff(to)).replace(
      new RegExp(`(<unit id="${id}">.*?</source>)(<target>.*?</target>)?`),
      (_, before: string) => `${before}<target>${target}</target>`,
    );

  test('are shown cell by cell, saved all at once, and undone', async () => {
    await add('a', { en: { title: 'A' }, ko: { title: '가' } });
    await add('b', { en: { title: 'B' } });
    const [heading = [], ...rows] = await rowsOf((await texts.out('from=en&to=ko&as=xlsx')).bytes);
    const timpIdx = await texts.stage(
      await sheetFile([heading, ...rows.map((row) => row.with(5, row[4] === 'A' ? '가나' : '비'))]),
    );
    expect(await texts.state(timpIdx)).toMatchObject({
      status: 'ready',
      changed: 2,
      rows: [
        { place: 'F2', id: 'collection:a:title', language: 'ko', state: 'changed', before: '가', after: '가나' },
        { place: 'F3', id: 'collection:b:title', before: '', after: '비', message: null },
      ],
    });
    const applied = (await texts.apply(timpIdx)).json.results;
    expect(applied).toMatchObject({ changed: 2, act_idx: expect.any(Number) });
    expect((await desk.get('a', 'ko')).title).toBe('가나');
    expect((await desk.versions('a'))[0].reason).toContain('texts.xlsx');
    expect((await texts.apply(timpIdx)).status).toBe(409);
    expect(await texts.state(timpIdx)).toMatchObject({ status: 'applied', changed: 2, rows: [{ before: '가' }, {}] });
    expect((await texts.undo(applied.act_idx)).json.results).toMatchObject({ back: 2, kept: 0 });
    expect((await desk.get('a', 'ko')).title).toBe('가');
    expect((await desk.get('b')).multi_lang_data.ko).toBeUndefined();
    expect((await texts.state(timpIdx)).status).toBe('undone');
    expect((await texts.undo(applied.act_idx)).status).toBe(409);
  });

  test('that somebody set since stay when the import is undone, also if they were set back', async () => {
    await add('a', { en: { title: 'A' }, ko: { title: '가' } });
    await add('b', { en: { title: 'B' } });
    const [heading = [], ...rows] = await rowsOf((await texts.out('from=en&to=ko&as=xlsx')).bytes);
    const timpIdx = await texts.stage(
      await sheetFile([heading, ...rows.map((row) => row.with(5, row[4] === 'A' ? '가나' : '비'))]),
    );
    const { act_idx: act } = (await texts.apply(timpIdx)).json.results;
    for (const title of ['다', '가나']) await office.admin.put('/api/v5/collection/a/localize/ko', { title });
    expect((await texts.undo(act)).json.results).toMatchObject({ back: 1, kept: 1 });
    expect((await desk.get('a', 'ko')).title).toBe('가나');
    expect((await desk.get('b')).multi_lang_data.ko).toBeUndefined();
  });

  test('conflict with what somebody saved since, and are then saved only as asked', async () => {
    await add('a', { en: { title: 'A', summary: 'S' }, ko: { title: '가', summary: '요약' } });
    const both = (await xliff())
      .replace('<target>가</target>', '<target>파일</target>')
      .replace('<target>요약</target>', '<target>새 요약</target>');
    const stage = () => texts.stage(xliffFile(both));
    const [first, second] = [await stage(), await stage()];
    await office.admin.put('/api/v5/collection/a/localize/ko', { title: '남' });
    expect(await texts.state(first)).toMatchObject({
      changed: 1,
      conflicts: 1,
      rows: [{ state: 'conflict', before: '남', after: '파일' }, { state: 'changed' }],
    });
    expect(await texts.apply(first)).toMatchObject({ status: 409, json: { error: { code: 'texts.has_conflicts' } } });
    expect((await desk.get('a', 'ko')).summary).toBe('요약');
    expect((await texts.apply(first, { conflicts: 'keep' })).json.results.changed).toBe(1);
    expect(await desk.get('a', 'ko')).toMatchObject({ title: '남', summary: '새 요약' });
    expect((await texts.apply(second, { conflicts: 'replace' })).json.results.changed).toBe(1);
    expect((await desk.get('a', 'ko')).title).toBe('파일');
  });

  test('conflict if the English was changed since, and not if they were not touched', async () => {
    await add('a', { en: { title: 'A', summary: 'S' }, ko: { title: '가', summary: '요약' } });
    const timpIdx = await texts.stage(xliffFile(await translated('collection:a:title', '새 제목')));
    await office.admin.put('/api/v5/collection/a/localize/en', { title: 'A2', summary: 'S2' });
    await office.admin.put('/api/v5/collection/a/localize/ko', { summary: '다른 요약' });
    const state = await texts.state(timpIdx);
    expect(state).toMatchObject({ changed: 0, conflicts: 1, same: 1, wrong: 0 });
    expect(state.rows[0].message).toContain('translated from');
  });

  test('are refused where a spreadsheet left something else in their cell', async () => {
    await add('a', { en: { title: 'A', summary: 'S' } });
    const [heading = [], ...rows] = await rowsOf((await texts.out('from=en&to=ko&as=xlsx')).bytes);
    for (const left of ['#REF!', '1.2E+15', '#####']) {
      const state = await texts.state(
        await texts.stage(
          await sheetFile([heading, ...rows.map((row) => row.with(5, row[2] === 'title' ? left : '요약'))]),
        ),
      );
      expect(state).toMatchObject({ changed: 1, wrong: 1 });
      expect(state.rows[0].message).toContain('spreadsheet');
    }
  });

  test('are refused where people do not see them in the sheet, or where cells are merged', async () => {
    await add('a', { en: { title: 'A', summary: 'S' }, ko: { title: '가', summary: '요약' } });
    const [heading = [], ...rows] = await rowsOf((await texts.out('from=en&to=ko&as=xlsx&only=all')).bytes);
    const changed = rows.map((row) => (row[2] === 'title' ? row.with(5, '나') : row));
    const title = changed.findIndex((row) => row[2] === 'title') + 2;
    const file = (beside: Parameters<typeof textXlsx>[1]) => ({
      name: 'back.xlsx',
      bytes: textXlsx([heading, ...changed], beside),
    });
    const staged = async (beside: Parameters<typeof textXlsx>[1]) => texts.state(await texts.stage(file(beside)));
    // What is hidden and as it was is no harm.
    expect(await staged({ hiddenRows: [title === 2 ? 3 : 2] })).toMatchObject({ changed: 1, wrong: 0 });
    const hidden = await staged({ hiddenRows: [title] });
    expect(hidden).toMatchObject({ changed: 0, wrong: 1 });
    expect(hidden.rows[0].message).toContain('hidden row or column');
    const before = '<cols><col min="6" max="6" hidden="1"/></cols>';
    expect(await staged({ before })).toMatchObject({ changed: 0, wrong: 1 });
    const after = '<mergeCells><mergeCell ref="F2:F3"/></mergeCells>';
    const answer = await texts.upload(file({ after }));
    expect(answer).toMatchObject({ status: 422, json: { error: { code: 'texts.merged' } } });
    expect(answer.json.error.message).toContain('F2:F3 are merged');
  });

  test('are refused by cell where their markup is broken, and then none is saved', async () => {
    await add('a', { en: { title: 'A', description: '<p>One <strong>two</strong></p>' }, ko: { title: '가' } });
    const [heading = [], ...rows] = await rowsOf((await texts.out('from=en&to=ko&as=xlsx')).bytes);
    const stateOf = async (cell: string) => {
      const file = await sheetFile([
        heading,
        ...rows.map((row) => row.with(5, row[2] === 'description' ? cell : '나')),
      ]);
      return texts.stage(file);
    };
    for (const broken of [
      '<p>하나 <strong>둘</p>',
      '<p>하나',
      '하나 < 둘',
      '<p onclick="x()">하나<script>x()</script></p>',
      '<a href="javascript:x()">하나</a>',
      '<strong><p>하나</strong></p>',
    ]) {
      const timpIdx = await stateOf(broken);
      expect(await texts.state(timpIdx)).toMatchObject({
        wrong: 1,
        changed: 1,
        rows: [{ state: 'wrong', place: 'F3' }, {}],
      });
      expect((await texts.apply(timpIdx)).status).toBe(422);
    }
    expect((await desk.get('a', 'ko')).title).toBe('가');
    expect((await texts.state(await stateOf('<p>하나 <em>둘</em></p>'))).wrong).toBe(0);
    const lost = await translated('collection:a:description', '<pc id="9" dataRefStart="x9">하나</pc>');
    expect(await texts.state(await texts.stage(xliffFile(lost)))).toMatchObject({ wrong: 1 });
  });

  test('are refused by cell where they are too long, of an unknown record or not of one line', async () => {
    await add('a', { en: { title: 'A' }, ko: { title: '가' } });
    const long = await texts.stage(xliffFile(await translated('collection:a:title', '가'.repeat(201))));
    expect((await texts.state(long)).rows[0].message).toContain('200');
    const marked = await texts.stage(xliffFile(await translated('collection:a:title', '<ph id="1"/>가')));
    expect((await texts.state(marked)).wrong).toBe(1);
    const lines = await texts.stage(xliffFile(await translated('collection:a:title', '가\n나')));
    expect((await texts.state(lines)).wrong).toBe(1);
    const unknown = (await translated('collection:a:title', '나')).replace('collection:a:title', 'collection:z:title');
    expect((await texts.state(await texts.stage(xliffFile(unknown)))).wrong).toBe(1);
  });

  test('keep the markup of codes that a program moved', async () => {
    await add('a', { en: { title: 'A', description: '<p>One <strong>two</strong></p>' } });
    const file = xliffFile(
      await translated(
        'collection:a:description',
        '<pc id="1" dataRefStart="d1" dataRefEnd="d2"><pc id="2">둘 &lt;</pc><mrk id="m1">하나</mrk></pc>',
      ),
    );
    const timpIdx = await texts.stage(file);
    await texts.apply(timpIdx);
    expect((await desk.get('a', 'ko')).description).toBe('<p><strong>둘 &lt;</strong>하나</p>');
  });

  test('count once all segments that a program made of them are translated', async () => {
    await add('a', { en: { title: 'A. B.' } });
    const rowsFor = async (second: string) => {
      const segments = `<segment><source>A. </source><target>가. </target></segment><segment><source>B.</source><target>${second}</target></segment>`;
      const file = (await xliff()).replace(/<segment.*?<\/segment>/, segments);
      return (await texts.state(await texts.stage(xliffFile(file)))).rows.map(({ after }: { after: string }) => after);
    };
    expect(await rowsFor('나.')).toEqual(['가. 나.']);
    expect(await rowsFor('')).toEqual([]);
  });

  test('are undone except those that somebody changed since', async () => {
    await add('a', { en: { title: 'A' }, ko: { title: '가' }, jp: { title: '一' } });
    const [heading = [], row = []] = await rowsOf((await texts.out('from=en&to=ko,jp&as=xlsx')).bytes);
    const timpIdx = await texts.stage(await sheetFile([heading, row.with(5, '나').with(6, '二')]));
    const { act_idx: act } = (await texts.apply(timpIdx)).json.results;
    await office.admin.put('/api/v5/collection/a/localize/jp', { title: '三' });
    expect((await texts.undo(act)).json.results).toMatchObject({ back: 1, kept: 1 });
    expect((await desk.get('a')).multi_lang_data).toMatchObject({ ko: { title: '가' }, jp: { title: '三' } });
  });

  test('are applied once, however many people apply the same file', async () => {
    await add('a', { en: { title: 'A' }, ko: { title: '가' } });
    const timpIdx = await texts.stage(xliffFile(await translated('collection:a:title', '나')));
    const other = await office.signIn('cleo', true);
    const answers = await Promise.all([texts.apply(timpIdx), texts.apply(timpIdx, {}, other)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await desk.versions('a')).toHaveLength(2);
  });

  test('are only read from files that were written here, by administrators', async () => {
    const refused = async (name: string, text: string) =>
      (await texts.upload({ name, bytes: Buffer.from(text) })).json.error?.code;
    expect(await refused('a.pdf', 'x')).toBe('texts.wrong_extension');
    expect(await refused('a.xlf', '<xliff version="1.1"/>')).toBe('texts.not_xliff');
    expect(await refused('a.xlf', '<xliff version="2.0" trgLang="fi"/>')).toBe('texts.no_language');
    expect(await refused('a.xlf', '<xliff version="2.0" trgLang="ko"><file>')).toBe('texts.damaged');
    expect(await refused('a.xlf', '<!DOCTYPE x [<!ENTITY a "b">]><xliff version="2.0" trgLang="ko"/>')).toBe(
      'texts.unsafe',
    );
    expect(await refused('a.zip', 'x')).toBe('texts.damaged');
    expect((await texts.upload(await sheetFile([['a', 'b']]))).json.error.code).toBe('texts.no_columns');
    expect((await texts.upload(xliffFile('x'), office.staff)).status).toBe(403);
    expect((await texts.out('from=en&to=en')).status).toBe(400);
  });
});
