import os from 'node:os';
import { defineConfig } from 'vitest/config';

/** `unit`: rules and HTTP against a real PostgreSQL. `check`: what `npm run check` compares (generated types, words). */
export default defineConfig({
  test: {
    globalSetup: 'test/global-setup.ts',
    // Files share the modules a worker has loaded: loading them anew for each took longer than the tests (0048).
    isolate: false,
    // A tenth of their time went to collecting what requests leave behind.
    execArgv: ['--max-semi-space-size=64'],
    maxWorkers: Math.min(4, Math.max(2, os.availableParallelism())),
    // Far beyond what anything takes: a slow machine is no failure.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // Each look is a request: more often than this they take the time of what is waited for.
    expect: { poll: { timeout: 60_000, interval: 50 } },
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: ['src/**/*.test.{ts,tsx}', 'test/**/*.test.ts'], exclude: ['test/check/**'] },
      },
      { extends: true, test: { name: 'check', include: ['test/check/*.test.ts'] } },
    ],
  },
});
