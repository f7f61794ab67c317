import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { readConfig } from '#kernel/config/config.ts';
import { officeDocument } from '#kernel/http/openapi.ts';
import { openStorage } from '#kernel/mount/open-storage.ts';
import { buildApp } from '#src/build-app.ts';
import type { Office } from './app.ts';

const root = path.resolve(import.meta.dirname, '..');

export const documentFile = path.join(root, 'openapi.json');

/** What `openapi.json` should contain: the calls of an office at an address for examples. */
export async function writtenDocument(databaseUrl: string): Promise<string> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'office-'));
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'fatal' });
  const app = await buildApp({
    config,
    opened: await openStorage(config, () => new Date()),
    connection: { connectionString: databaseUrl },
  });
  try {
    await app.server.ready();
    return `${JSON.stringify(officeDocument(app.server.swagger(), 'https://office.example'), null, 2)}\n`;
  } finally {
    await app.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** What /openapi.json of an office says, each name replaced by what it stands for. */
export const openDocument = async (office: Office) => withoutNames((await office.admin.get('/openapi.json')).json);

/** A document of which each name is replaced by what it stands for. */
export function withoutNames(document: { components: { schemas: Record<string, unknown> } }): any {
  const { schemas } = document.components;
  const replaced = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(replaced);
    if (typeof value !== 'object' || value === null) return value;
    if ('$ref' in value && typeof value.$ref === 'string') return schemas[value.$ref.split('/').at(-1) ?? ''];
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, replaced(one)]));
  };
  return replaced(document);
}
