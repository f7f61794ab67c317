import type { TestProject } from 'vitest/node';
import { startTestServer } from './postgres.ts';

/** Once a run, before the first test file; what it returns runs after the last. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, template, stop } = await startTestServer();
  project.provide('postgres', { url, template });
  return stop;
}
