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

/** Journeys in a real browser, two files at a time; CHROMIUM_PATH names the browser `npm test` found. */
export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/global-setup.ts',
  workers: 2,
  retries: 0,
  // Far beyond what anything takes: a slow machine is no failure.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    screenshot: 'only-on-failure',
    // The scripts stay loaded from test to test; cookies, storage and routes do not (0105).
    reuseContext: true,
    launchOptions: { executablePath: process.env['CHROMIUM_PATH'], args },
  },
});
