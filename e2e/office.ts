import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';
import pg from 'pg';
import { cloneDatabase } from '../test/postgres.ts';
import { spawnOffice } from '../test/process.ts';

/** The running product, as `npm start` runs it, on a database of its own. */
export interface Office {
  url: string;
  /** For what a journey finds there already; the journey itself goes through the screens. */
  sql: (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;
}

const admin = { id: 'ada', password: 'correct horse battery' };

/** Journeys: `office` lives for one test file, `page` is signed in, and an error on the console fails the test. */
export const test = base.extend<{ page: Page }, { environment: Record<string, string>; office: Office }>({
  // What a file's office is configured with beside the usual; a file that needs more gives it.
  environment: [{}, { scope: 'worker', option: true }],
  office: [
    async ({ environment }, use) => {
      const database = await cloneDatabase(JSON.parse(process.env['E2E_POSTGRES'] ?? '{}'));
      const dataDir = await mkdtemp(path.join(os.tmpdir(), 'office-e2e-'));
      const { url, stop } = await spawnOffice({
        DATABASE_URL: database.url,
        DATA_DIR: dataDir,
        ADMIN_ID: admin.id,
        ADMIN_PASSWORD: admin.password,
        ...environment,
      });
      const client = new pg.Client({ connectionString: database.url });
      await client.connect();
      await use({ url, sql: async (text, values) => (await client.query(text, values)).rows });
      await client.end();
      await stop();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  page: async ({ page, office }, use) => {
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => {
      // The browser itself reports each answer of 4xx and 5xx, which journeys cause on purpose.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
        problems.push(message.text());
    });
    await signIn(page, office);
    await use(page);
    expect(problems).toEqual([]);
  },
});

export { expect };

/** Signs in by the form, as a person does. */
export async function signIn(page: Page, office: Office): Promise<void> {
  await page.goto(`${office.url}/login`);
  await page.getByLabel('ID').fill(admin.id);
  await page.getByLabel('Password').fill(admin.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL(`${office.url}/book`);
}

/** Opens a page of the office and waits until it can be used. */
export async function open(page: Page, office: Office, place: string): Promise<void> {
  await page.goto(office.url + place);
  await ready(page);
}

/** Waits until the page answers to a click. */
export async function ready(page: Page): Promise<void> {
  await page.locator('html[data-ready]').waitFor();
}
