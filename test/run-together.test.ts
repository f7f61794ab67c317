import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillLibrary } from '../look/library.ts';
import { further } from '../look/screens.ts';
import { type Office, startOffice } from './app.ts';
import { Client } from './client.ts';
import { runTogether } from './run-together.ts';

let office: Office;
let http: Client;
beforeAll(async () => {
  office = await startOffice({ jobs: true });
  // The library has changes scheduled from today on.
  office.clock.set(new Date().toISOString());
  const url = await office.server.listen({ host: '127.0.0.1', port: 0 });
  http = new Client(url, (await office.signIn('cleo', true)).cookie);
  await fillLibrary(http);
});
afterAll(() => office.close());

test('a heading is read with its own text alone, and no two texts of a link or button as one word, on every screen', async () => {
  const home = (await http.request('GET', '/')).text;
  const menu = [...home.matchAll(/<a href="(\/[^"]*)" class="[^"]*screen/g)].flatMap(([, href]) => href ?? []);
  expect(menu.length).toBeGreaterThan(20);
  const found = new Map<string, string>();
  for (const path of [...menu, ...further, '/reservation', '/roadmap/1', '/login']) {
    const { status, text } = await http.request('GET', path);
    expect(status, path).toBeLessThan(500);
    for (const one of runTogether(text)) found.set(one, path);
  }
  expect([...found].map(([one, path]) => `${path}: ${one}`)).toEqual([]);
});

test('texts that only styles keep apart are found', () => {
  expect(runTogether('<h1>Home<small>Friday</small></h1>')).toEqual(['h1: Home|Friday|']);
  expect(runTogether('<h2>Waiting <small>3</small></h2>')).toEqual(['h2: Waiting |3|']);
  expect(runTogether('<a href="/"><span>Ages 5-7</span><span>3 books</span></a>')).toEqual(['a: |Ages 5-7|3 books|']);
  expect(runTogether('<button type="button"><img alt="Cover">Book</button>')).toEqual(['button: |Cover|Book']);
});

test('what is apart, hidden or one word is not', () => {
  const fine = [
    '<h1><a href="/">Home</a></h1>',
    '<h2>More<small aria-hidden="true">3</small></h2>',
    '<a href="/"><span>Ages 5-7</span> <span>3 books</span></a>',
    '<button>Lan<mark>tern</mark></button>',
    '<a href="/"><p>One</p><p>Two</p></a>',
    '<a href="/" aria-label="Library, 3"><span>Library</span><small>3</small></a>',
    '<h2>Pages<!-- -->3</h2>',
  ];
  expect(fine.flatMap(runTogether)).toEqual([]);
});
