import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { startTestServer } from './postgres.ts';

/** Runs once, before the first test file; the returned function runs after the last. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // A fresh clone has no screens. Later, `npm test` and `npm run build` build what has changed; one file is not kept waiting.
  if (project.name === 'unit' && !existsSync('dist/.stamp')) execFileSync(process.execPath, ['scripts/build.mjs']);
  const { url, template, stop } = await startTestServer();
  project.provide('postgres', { url, template });
  return stop;
}
