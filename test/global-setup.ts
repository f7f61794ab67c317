import type { TestProject } from 'vitest/node';
import { startTestServer } from './postgres.ts';

/** Runs once, before the first test file; the returned function runs after the last. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, template, stop } = await startTestServer();
  project.provide('postgres', { url, template });
  return stop;
}
