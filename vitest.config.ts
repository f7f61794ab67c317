import { defineConfig } from 'vitest/config';

/** `unit`: rules and HTTP against a real PostgreSQL. `check`: what `npm run check` compares (generated types, words). */
export default defineConfig({
  test: {
    globalSetup: 'test/global-setup.ts',
    testTimeout: 20_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: ['src/**/*.test.{ts,tsx}', 'test/**/*.test.ts'], exclude: ['test/check/**'] },
      },
      { extends: true, test: { name: 'check', include: ['test/check/*.test.ts'] } },
    ],
  },
});
