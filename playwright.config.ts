import { globSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from '@playwright/test';

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Journeys in a real browser, one after another; CHROMIUM_PATH names the browser `npm test` found. */
export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/global-setup.ts',
  workers: 1,
  retries: 0,
  timeout: 60_000,
  reporter: 'list',
  // A project a file: each has a worker, and with it an office and a library, of its own.
  projects: globSync('e2e/*.spec.ts', { cwd: import.meta.dirname })
    .toSorted()
    .map((file) => ({ name: path.basename(file, '.spec.ts'), testMatch: path.basename(file) })),
  use: {
    browserName: 'chromium',
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
    launchOptions: { executablePath: process.env['CHROMIUM_PATH'], args },
  },
});
