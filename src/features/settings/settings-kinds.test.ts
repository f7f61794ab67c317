import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { choiceSetting, getSetting, numberSetting, textSetting, textsSetting } from '#kernel/desk/settings.ts';
import { defineMessages } from '#kernel/messages/messages.ts';
import type { Feature } from '#kernel/mount/feature.ts';
import { systemCaller } from '#kernel/work/unit-of-work.ts';
import { type Office, startOffice } from '#test/app.ts';

const words = { 'try.label': 'A setting', 'try.help': 'For a test.', 'try.near': 'Near by', 'try.far': 'Far away' };
const korean = { ...words, 'try.near': '가까이' };
const about = (key: string) => ({ key: `try.${key}`, group: 'staff' as const, label: 'try.label', help: 'try.help' });

const limit = numberSetting({ ...about('limit'), initial: 5, min: 1, max: 10, whole: true });
const rate = numberSetting({ ...about('rate'), initial: 0.5, min: 0, max: 1, whole: false });
const greeting = textSetting({ ...about('greeting'), initial: 'Hello', max: 10 });
const ages = textsSetting({ ...about('ages'), initial: ['0-3', '4-6', '7-9'], max: 5, count: 3 });
const tags = textsSetting({ ...about('tags'), initial: [], max: 5, most: 2 });
const city = choiceSetting({
  ...about('place'),
  initial: 'near',
  choices: [
    { value: 'near', label: 'try.near' },
    { value: 'far', label: 'try.far' },
  ],
});

const trying: Feature = {
  name: 'trying',
  messages: defineMessages({ en: words, es: words, jp: words, ko: korean, tr: words }),
  register({ settings }) {
    for (const setting of [limit, rate, greeting, ages, tags, city]) settings.add(setting);
  },
};

let office: Office;
beforeAll(async () => {
  office = await startOffice({ extra: trying });
});
afterAll(() => office.close());

const put = (key: string, value: unknown) => office.admin.put(`/api/v1/setting/try.${key}`, { value });
const inForce = () =>
  office.app.work.read(systemCaller('test'), async (ctx) => [
    await getSetting(ctx, limit),
    await getSetting(ctx, rate),
    await getSetting(ctx, greeting),
    await getSetting(ctx, ages),
    await getSetting(ctx, tags),
    await getSetting(ctx, city),
  ]);

describe('A setting other than a switch', () => {
  test('has its initial value until it is changed, with an audit row', async () => {
    expect(await inForce()).toEqual([5, 0.5, 'Hello', ['0-3', '4-6', '7-9'], [], 'near']);
    await put('limit', 10);
    await put('rate', 0.25);
    await put('greeting', '  Hi  ');
    await put('ages', ['0-2', '3-4', '5+']);
    await put('tags', ['one']);
    await put('place', 'far');
    expect(await inForce()).toEqual([10, 0.25, 'Hi', ['0-2', '3-4', '5+'], ['one'], 'far']);
    const trail = await office.db.selectFrom('audit').select(['entity_id', 'before', 'after']).execute();
    expect(trail).toContainEqual({ entity_id: 'try.limit', before: 5, after: 10 });
    expect(trail).toContainEqual({ entity_id: 'try.tags', before: [], after: ['one'] });
    expect(trail).toHaveLength(6);
  });

  test.each([
    ['limit', 11, { value: 'At most 10.' }],
    ['limit', 0, { value: 'At least 1.' }],
    ['limit', 1.5, { value: 'Wrong type of value.' }],
    ['limit', null, { value: 'Wrong type of value.' }],
    ['rate', 1.1, { value: 'At most 1.' }],
    ['greeting', 'Hello, world', { value: 'At most 10 characters.' }],
    ['greeting', 'two\nlines', { value: 'Contains characters that cannot be stored.' }],
    ['ages', ['0-3', '4-6'], { value: 'At least 3 items.' }],
    ['ages', ['0-3', '', '1234567'], { 'value.1': 'Required.', 'value.2': 'At most 5 characters.' }],
    ['tags', ['a', 'b', 'c'], { value: 'At most 2 items.' }],
    ['place', 'nowhere', { value: 'Must be one of: near, far' }],
  ])('refuses invalid values at its field: %s %j', async (key, value, fields) => {
    const before = await inForce();
    const answer = await put(key, value);
    expect(answer).toMatchObject({ status: 400, json: { error: { code: 'invalid.input' } } });
    expect(answer.json.error.fields).toEqual(fields);
    expect(await inForce()).toEqual(before);
  });

  test('has a field on the page, each choice named in the language of the reader', async () => {
    const { body } = await office.admin.get('/settings?lang=ko');
    expect(body).toShow('가까이');
    expect(body.match(/A setting<\/(label|div)>/g)).toHaveLength(6);
  });
});
