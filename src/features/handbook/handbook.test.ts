import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Office, startOffice } from '#test/app.ts';
import { pageOf, releasesIn, withServedLinks } from './handbook.rules.ts';

const origin = 'https://office.example';

let office: Office;
beforeAll(async () => {
  office = await startOffice({ environment: { PUBLIC_URL: origin } });
});
afterAll(() => office.close());

const get = (url: string, headers?: Record<string, string>) => office.stranger.get(url, headers);
const links = (text: string) => [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);

/** The links of a text that lead to this office, as addresses below it. */
const ownLinks = (text: string, base: string) =>
  links(text)
    .map((target) => new URL(target, `${origin}${base}`))
    .filter((url) => url.origin === origin)
    .map(({ pathname, hash }) => pathname + hash);

/** The anchors of a Markdown text's headings. */
const anchors = (text: string) =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

test('llms.txt has the form of llmstxt.org: a title, a summary, and sections of links with notes', async () => {
  const { status, headers, body } = await get('/llms.txt');
  expect(status).toBe(200);
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(body).toMatch(/^# Library Office\n\n> \S/);
  const [, ...sections] = body.split(/^## /m);
  expect(sections.map((section) => section.split('\n', 1)[0])).toEqual(['Portal', 'Operating', 'Optional']);
  const entries = sections.flatMap((section) => section.trim().split('\n').slice(2));
  expect(entries.length).toBeGreaterThan(15);
  expect(entries.filter((line) => !/^- \[[^\]]+\]\(https:\/\/office\.example\/\S+\): \S.+\.$/.test(line))).toEqual([]);
});

test('every link of llms.txt, and every link of the pages it leads to, leads to a page and to its heading', async () => {
  const listed = ownLinks((await get('/llms.txt')).body, '/');
  expect(listed).toContain('/docs/portal.md');
  const texts = new Map<string, string>();
  const dead: string[] = [];
  const visit = async (from: string, target: string): Promise<void> => {
    const [address = '', anchor] = target.split('#');
    const isNew = !texts.has(address);
    const { status, body } = isNew ? await get(address) : { status: 200, body: texts.get(address) ?? '' };
    if (isNew) texts.set(address, body);
    if (status !== 200 || (anchor && !anchors(body).includes(anchor))) dead.push(`${from} → ${target}`);
    if (!isNew || !address.endsWith('.md')) return;
    for (const next of ownLinks(body, address)) await visit(address, next);
  };
  for (const target of listed) await visit('/llms.txt', target);
  const feed = JSON.parse((await get('/changelog.json')).body);
  for (const item of feed.items) for (const target of ownLinks(item.content_text, '/')) await visit('the feed', target);
  expect(dead).toEqual([]);
  expect(texts.size).toBeGreaterThan(15);
});

test('a page is Markdown that a browser or a proxy may keep for an hour, and asks for again with its tag', async () => {
  const { headers, body } = await get('/docs/portal.md');
  expect(body).toMatch(/^# Writing a portal\n/);
  expect(headers).toMatchObject({
    'content-type': 'text/markdown; charset=utf-8',
    'cache-control': 'public, max-age=3600',
  });
  const again = await get('/docs/portal.md', { 'if-none-match': String(headers['etag']) });
  expect([again.status, again.body]).toEqual([304, '']);
  expect((await get('/docs/portal.md', { 'if-none-match': '"of something else"' })).status).toBe(200);
});

test('what is not for readers, not there, or outside the documents is not found', async () => {
  const addresses = [
    '/docs/nothing.md',
    '/docs/operations/nothing.md',
    '/docs/architecture.md',
    '/docs/design/mail.md',
    '/docs/..%2FREADME.md',
    '/docs/%2E%2E/README.md',
    '/docs/..%2F..%2Fetc/passwd.md',
    '/docs/operations/..%2Fportal.md',
    '/docs/__proto__.md',
  ];
  const answers = await Promise.all(addresses.map(async (address) => [address, (await get(address)).status]));
  expect(answers).toEqual(addresses.map((address) => [address, 404]));
});

test('the pages of calls at /docs are still those of administrators', async () => {
  expect((await office.admin.get('/docs/book')).headers['content-type']).toContain('text/html');
  expect(await get('/docs/book')).toMatchObject({
    status: 303,
    headers: { location: expect.stringContaining('/login') },
  });
  // A zero byte is no name at all.
  expect((await get('/docs/portal%00.md')).status).toBe(400);
});

test('changelog.json is a JSON Feed 1.1 of the releases, and not of what none has yet', async () => {
  const { headers, body } = await get('/changelog.json');
  const json = JSON.parse(body);
  expect(headers['content-type']).toBe('application/feed+json; charset=utf-8');
  expect(json).toMatchObject({
    version: 'https://jsonfeed.org/version/1.1',
    home_page_url: `${origin}/`,
    feed_url: `${origin}/changelog.json`,
  });
  const first = json.items.at(-1);
  expect(first).toMatchObject({ id: 'library-office-1.0.0', title: '1.0.0', date_published: '2026-11-23T00:00:00Z' });
  expect(first.content_text).toContain(`(${origin}/docs/operations.md#watch-it)`);
  expect(new Set(json.items.map(({ id }: { id: string }) => id)).size).toBe(json.items.length);
  expect(releasesIn('# Changes\n\n## Unreleased\n\n- A\n\n## 1.1.0 (2027-01-02)\n\n- B\n')).toEqual([
    { version: '1.1.0', day: '2027-01-02', text: '- B' },
  ]);
});

test('a link to what is not served becomes its text, a picture goes, and code stays as it is', () => {
  const hrefOf = (target: string) => (target === 'docs/a.md#x' ? '/docs/a.md#x' : undefined);
  const text = 'See [a](../a.md#x), [b](../../src/b.ts), [c](https://c.example) and [d](#d). ![e](e.png)\n';
  expect(withServedLinks(text, 'docs/operations', hrefOf)).toBe(
    'See [a](/docs/a.md#x), b, [c](https://c.example) and [d](#d). \n',
  );
  const code = '```sh\n[b](../b.ts)\n```\n';
  expect(withServedLinks(code, 'docs', hrefOf)).toBe(code);
});

test('a document of a section that the handbook does not have is a mistake', () => {
  expect(() => pageOf('x', '<!-- handbook Portals: What. -->\n\n# X\n')).toThrow('no section Portals');
  expect(pageOf('x', '# X\n')).toBeUndefined();
});
