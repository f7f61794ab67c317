import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { collectionDesk } from '#features/collection/collection.fixture.ts';
import { type Office, startOffice } from '#test/app.ts';
import { requireValid } from '#test/xml-schema.ts';
import { hardTexts, textsDesk, xliffFile } from './texts.fixture.ts';

/** The official schema, xliff-core-1.2-strict.xsd, beside the schema it imports; checked where it is named. */
const schema = process.env['XLIFF1_SCHEMA'] ?? '';

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

const out = async (query: string) => (await texts.out(`from=en&as=xliff12&${query}`)).body;
const stateOf = async (body: string) => texts.state(await texts.stage(xliffFile(body)));
/** A file whose unit of this id has this target. */
const translated = async (id: string, target: string, to = 'ko') =>
  (await out(`to=${to}`)).replace(
    new RegExp(`(<trans-unit id="${id}"[^>]*>.*?</source>)(<target.*?</target>)?`),
    (_, before: string) => `${before}<target>${target}</target>`,
  );

describe('Texts that leave as XLIFF 1.2', () => {
  test('come back without any change, in one language and in several', async () => {
    await add('a', hardTexts);
    for (const [name, query] of [
      ['a.xlf', 'from=en&to=tr'],
      ['a.xlf', 'from=ko&to=en'],
      ['a.zip', 'from=en&to=tr,ko,jp'],
    ] as const) {
      const bytes = (await texts.out(`${query}&as=xliff12`)).bytes;
      const state = await texts.state(await texts.stage({ name, bytes }));
      expect(state).toMatchObject({ changed: 0, conflicts: 0, wrong: 0, rows: [] });
      expect(state.same).toBeGreaterThan(2);
    }
  });

  test.skipIf(schema === '')('are valid, however hard the texts, and also if there are none', async () => {
    await add('a', hardTexts);
    await add('b', { en: { title: 'B' }, ko: { title: '나' } });
    await office.admin.put('/api/v5/collection/b/texts', { texts: { en: { title: 'B2' } }, base: {} });
    for (const to of ['tr', 'ko', 'jp'])
      for (const only of ['all', 'missing', 'older']) await requireValid(await out(`to=${to}&only=${only}`), schema);
    await expect(requireValid((await out('to=ko')).replace('<source>', '<origin>'), schema)).rejects.toThrow();
  });

  test('say their languages and their state: approved unless they are older than the English', async () => {
    await add('a', { en: { title: 'A', summary: 'S' }, jp: { title: '一' } });
    await add('b', { en: { title: 'B' }, jp: { title: '二' } });
    await office.admin.put('/api/v5/collection/b/texts', { texts: { en: { title: 'B2' } }, base: {} });
    const body = await out('to=jp');
    expect(body).toContain(
      '<file original="collection" source-language="en" target-language="ja" datatype="plaintext" xml:space="preserve">',
    );
    expect(body).toMatch(
      /id="collection:a:title" approved="yes" [^>]*><source>A<\/source><target state="translated">一</,
    );
    expect(body).toMatch(/id="collection:a:summary" datatype[^>]*><source>S<\/source><note from="context">/);
    expect(body).toMatch(/id="collection:b:title" datatype[^>]*>.*<target state="needs-review-translation">二</);
  });

  test('are saved character by character when they come back, and undone', async () => {
    const restored = async () => {
      const { en: _english, ...others } = (await desk.get('b')).multi_lang_data;
      return others;
    };
    const { en, ...others } = hardTexts;
    await add('a', hardTexts);
    await add('b', { en });
    const acts: number[] = [];
    // The texts of one collection come back as those of the other, which has none yet.
    for (const to of ['tr', 'ko', 'jp'] as const) {
      const units = (await out(`to=${to}`)).split('<trans-unit ');
      const base = /<note from="base">.*?<\/note>/;
      const moved = units
        .slice(1, 5)
        .map((unit, n) =>
          unit.replace('"collection:a:', '"collection:b:').replace(base, base.exec(units[n + 5] ?? '')?.[0] ?? ''),
        );
      const file = xliffFile(`${units[0]}<trans-unit ${moved.join('<trans-unit ')}</body></file></xliff>`);
      acts.push((await texts.apply(await texts.stage(file))).json.results.act_idx);
    }
    expect(await restored()).toEqual(others);
    for (const act of acts.toReversed()) await texts.undo(act);
    expect(await restored()).toEqual({});
  });
});

describe('Texts that come back as XLIFF 1.2', () => {
  const marked = { en: { title: 'A', description: '<p>One <strong>two</strong><br />three</p>' } };
  const description = 'collection:a:description';
  const saved = async (body: string) => {
    await texts.apply(await texts.stage(xliffFile(body)));
    return (await desk.get('a', 'ko')).description;
  };

  test('keep the markup of codes that a program moved, emptied or marked', async () => {
    await add('a', marked);
    expect(
      await saved(
        await translated(
          description,
          '<bpt id="1"/><mrk mtype="term">셋</mrk><x id="3"/><bpt id="2">&lt;strong&gt;</bpt>둘 &lt;<ept id="2"/><ept id="1">&lt;/p&gt;</ept>',
        ),
      ),
    ).toBe('<p>셋<br /><strong>둘 &lt;</strong></p>');
  });

  test('keep the markup of codes that a program wrote as groups', async () => {
    await add('a', marked);
    expect(await saved(await translated(description, '<g id="1">하나 <g id="2">둘</g><x id="3"/>셋</g>'))).toBe(
      '<p>하나 <strong>둘</strong><br />셋</p>',
    );
  });

  test.each([
    ['a code that the source does not have', description, '<ph id="9"/>하나'],
    ['a code that is closed in the wrong place', description, '<bpt id="1"/>하나'],
    ['a tag that is not allowed', description, '<ph id="9">&lt;script&gt;</ph>하나'],
    ['a code in a text without markup', 'collection:a:title', '<ph id="1">&lt;br /&gt;</ph>가'],
    ['more characters than there may be', 'collection:a:title', '가'.repeat(201)],
    ['several lines where there may be one', 'collection:a:title', '가\n나'],
  ])('are refused with %s', async (_, id, target) => {
    await add('a', marked);
    expect(await stateOf(await translated(id, target))).toMatchObject({ wrong: 1 });
  });

  test('count whatever their state, and not what was only proposed, is empty or has an untranslated segment', async () => {
    await add('a', { en: { title: 'A', summary: 'One. Two.' } });
    const title = 'collection:a:title';
    const afterOf = async (body: string) => (await stateOf(body)).rows.map(({ after }: { after: string }) => after);
    for (const state of ['translated', 'needs-review-translation', 'final', 'new'])
      expect(
        await afterOf((await translated(title, '가')).replace('<target>', `<target state="${state}" xml:lang="ko">`)),
      ).toEqual(['가']);
    const proposed = '<alt-trans><source>A</source><target>나</target><note from="base">x</note></alt-trans>';
    expect(await afterOf((await out('to=ko')).replace('<note', `${proposed}<note`))).toEqual([]);
    expect(await afterOf(await translated(title, ''))).toEqual([]);
    const segments = async (second: string, first = '하나.') =>
      (
        await translated(
          'collection:a:summary',
          `<mrk mtype="seg" mid="1">${first}</mrk> <mrk mtype="seg" mid="2">${second}</mrk>`,
        )
      ).replace(
        'One. Two.</source>',
        'One. Two.</source><seg-source><mrk mtype="seg" mid="1">One.</mrk> <mrk mtype="seg" mid="2">Two.</mrk></seg-source>',
      );
    expect(await afterOf(await segments('둘.'))).toEqual(['하나. 둘.']);
    expect(await afterOf(await segments(''))).toEqual([]);
    expect(await afterOf(await segments('', ''))).toEqual([]);
  });

  test('come from several files in one, each in its own language', async () => {
    await add('a', { en: { title: 'A' } });
    const [ko, tr] = [await translated('collection:a:title', '가'), await translated('collection:a:title', 'Ğ', 'tr')];
    const files = (body: string) => /<file.*<\/file>/s.exec(body)?.[0] ?? '';
    const both = ko.replace('</xliff>', `${files(tr)}</xliff>`);
    const { rows } = await stateOf(both);
    expect(rows.map(({ language, after }: Record<string, string>) => [language, after])).toEqual([
      ['ko', '가'],
      ['tr', 'Ğ'],
    ]);
    const refused = await texts.upload(xliffFile(both.replace('target-language="tr"', 'target-language="fi"')));
    expect(refused).toMatchObject({ status: 422, json: { error: { code: 'texts.no_language' } } });
  });

  test('conflict with what somebody saved since', async () => {
    await add('a', { en: { title: 'A' }, ko: { title: '가' } });
    const body = await translated('collection:a:title', '파일');
    await office.admin.put('/api/v5/collection/a/localize/ko', { title: '남' });
    expect(await stateOf(body)).toMatchObject({ changed: 0, conflicts: 1, rows: [{ before: '남', after: '파일' }] });
  });

  const file = '<xliff version="1.2"><file target-language="ko"><body>';
  test.each([
    ['<xliff version="1.0"><file target-language="ko"/></xliff>', 'texts.not_xliff'],
    ['<xliff version="1.2"/>', 'texts.not_xliff'],
    ['<xliff version="1.2"><file source-language="en"/></xliff>', 'texts.no_language'],
    [file, 'texts.damaged'],
    [`<!DOCTYPE x [<!ENTITY a "b">]>${file}</body></file></xliff>`, 'texts.unsafe'],
    [`${file}<trans-unit id="a"><source>&a;</source></trans-unit></body></file></xliff>`, 'texts.unsafe'],
    [
      `${file}<trans-unit id="a"><target>${'가'.repeat(2 ** 20 + 1)}</target></trans-unit></body></file></xliff>`,
      'texts.too_long',
    ],
    [
      `${file}<trans-unit id="a"><target><ph id="1">${'x'.repeat(2 ** 20 + 1)}</ph></target></trans-unit></body></file></xliff>`,
      'texts.too_long',
    ],
  ])('are refused as those of version 2: %.60s', async (body, code) => {
    expect(await texts.upload(xliffFile(body))).toMatchObject({ status: 422, json: { error: { code } } });
  });

  test.each(['0000', 'D800', '-5', 'zz', '110000', '0007', 'FFFF'])(
    'leave out a character that no text can have: %s',
    async (hex) => {
      await add('a', { en: { title: 'A' } });
      const body = await translated('collection:a:title', `하<ph id="1" ctype="x-character">${hex}</ph>나`);
      expect((await texts.upload(xliffFile(body))).status).toBe(200);
    },
  );
});
