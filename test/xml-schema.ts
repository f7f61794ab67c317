import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

/** Rejects, with what is wrong, unless the XML is valid by the schema in that file. Needs `xmllint`. */
export async function requireValid(xml: string, schema: string): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'schema-'));
  const file = path.join(folder, 'document.xml');
  try {
    await writeFile(file, xml);
    await promisify(execFile)('xmllint', ['--nonet', '--noout', '--schema', schema, file]);
  } finally {
    await rm(folder, { recursive: true });
  }
}
