import { globSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Office, startOffice } from '../app.ts';

let office: Office;
beforeAll(async () => {
  office = await startOffice();
});
afterAll(() => office.close());

// Views are found by name, which neither the types nor the fences follow.
describe('The pages', () => {
  test('of the menu are drawn, with their views', async () => {
    const { status, body } = await office.admin.get('/');
    expect(status, body).toBe(200);
    const screens = new Set([...body.matchAll(/<a href="(\/[a-z_/-]*)"/g)].map(([, href = '']) => href));
    expect(screens.size).toBeGreaterThan(20);
    for (const href of screens) {
      const page = await office.admin.get(href);
      expect(page.status, href).toBe(200);
      expect(page.body, href).toShow('<div data-view="');
    }
  });

  test('have only views that are built', () => {
    const built: object = JSON.parse(readFileSync('dist/client/.vite/manifest.json', 'utf8'));
    const named = globSync('src/**/*.{ts,tsx}')
      .filter((file) => !file.includes('.test.'))
      .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/\bview<[^>]+>\(\s*'([^']+)'/g)])
      .map(([, name = '']) => `src/${name.startsWith('ui/') ? '' : 'features/'}${name}.view.tsx`);
    expect(named.length).toBeGreaterThan(50);
    expect(named.filter((file) => !(file in built))).toEqual([]);
  });
});
