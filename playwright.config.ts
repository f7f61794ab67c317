import { defineConfig } from '@playwright/test';

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A name of this machine which browsers do not trust as they trust its address.
  '--host-resolver-rules=MAP office.test 127.0.0.1',
];

/** Journeys in a real browser, file by file; CHROMIUM_PATH is the browser that `npm test` found. */
export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/before-journeys.ts',
  // One more than two processors: a worker, its browser and its office wait for each other.
  workers: 3,
  retries: 0,
  // Far longer than any test takes: a slow machine must not cause failures.
  timeout: 420_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    screenshot: 'only-on-failure',
    // Scripts stay loaded between tests; cookies, storage and routes do not (docs/testing.md).
    reuseContext: true,
    // Tests that answer a page themselves would not be asked; offline.spec.ts has it.
    serviceWorkers: 'block',
    launchOptions: { executablePath: process.env['CHROMIUM_PATH'], args },
  },
});
