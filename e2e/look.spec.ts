import { fillLibrary } from '../look/library.ts';
import { further } from '../look/screens.ts';
import { busiest, openOnPhone } from '../look/speed.ts';
import { clicksOf } from '../look/task.ts';
import { tasks } from '../look/tasks.ts';
import { axeViolations } from '../test/axe.ts';
import { expect, open, signIn, test } from './office.ts';

// What `npm run look` measures and no other test sees, on the library it measures with.
test.beforeAll(async ({ office }) => {
  await office.sql("update setting set value = 'false' where key = 'book.import_maintenance'");
  await fillLibrary(await office.client());
});

for (const task of tasks)
  test(`${task.name}: ${task.most} clicks at most`, async ({ page, office }) => {
    await page.setViewportSize({ width: 1366, height: 860 });
    expect(await clicksOf(task, page, office.url)).toBeLessThanOrEqual(task.most);
  });

for (const path of busiest)
  test(`nothing on ${path} moves up or down while it is loading on a phone`, async ({ browser, office }) => {
    const context: Parameters<typeof openOnPhone>[1]['context'] = async (_, options) => {
      const made = await browser.newContext(options);
      await signIn(made, office);
      return made;
    };
    expect((await openOnPhone(browser, { url: office.url, context }, path)).moved).toEqual([]);
  });

// English is checked on every screen by another file; with `npm run test:long`, so are the other languages here.
const paths = process.env['TEST_LONG'] ? [...busiest, '/code', '/report/all-books', ...further] : [...busiest, '/code'];

for (const language of ['es', 'jp', 'ko', 'tr'])
  test(`the busiest screens have no accessibility violation in ${language}, with a full library`, {
    // The widest letters; the others are among the tests of the browser.
    tag: language === 'ko' ? '@journey' : [],
  }, async ({ page, office }) => {
    await page.context().addCookies([{ name: 'lang', value: language, url: office.url }]);
    const found: string[] = [];
    for (const path of paths) {
      await open(page, office, path);
      if (await page.locator('body[data-fragment]').count())
        await page.locator('[role=dialog] [data-view][data-ready]').waitFor();
      found.push(...(await axeViolations(page)).map((one) => `${path}: ${one}`));
    }
    expect(found).toEqual([]);
  });

test('the audit trail names no field as it is stored', async ({ office }) => {
  const found: string[] = [];
  const headers = { cookie: `sid=${await office.session()}; lang=ko` };
  let path: string | undefined = '/audit';
  while (path) {
    const text: string = await (await fetch(new URL(path, office.url), { headers })).text();
    const [, props = ''] = /<script type="application\/json">(\{"found":[^<]*)<\/script>/.exec(text) ?? [];
    const { found: trail } = JSON.parse(props) as { found: { rows: { changes: { field: string }[] }[] } };
    found.push(...trail.rows.flatMap(({ changes }) => changes.map(({ field }) => field)));
    path = /<a href="([^"]+)" rel="next"/.exec(text)?.[1]?.replaceAll('&amp;', '&');
  }
  expect(found.length).toBeGreaterThan(0);
  // Terms of the specification are the same in every language, and languages are named in their own.
  const stored = /(?!mdr_targeted|English|Español|Türkçe)\b[A-Za-z]\w{3,}/;
  expect([...new Set(found)].filter((field) => stored.test(field.replace(/EPUB|CEFR/g, '')))).toEqual([]);
});
