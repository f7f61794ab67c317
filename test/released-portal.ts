import { readFile } from 'node:fs/promises';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');

/** The calls of the portal as of the last release: what its readers rely on. */
export const releasedFile = path.join(root, 'docs/portal-released.json');

/** What that file should contain: what it does, until the product has another number; then the portal of that one. */
export async function releasedPortal(document: string): Promise<string> {
  const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
  const kept = await readFile(releasedFile, 'utf8').catch(() => undefined);
  if (kept && JSON.parse(kept).version === version) return kept;
  const { paths, components }: { paths: object; components: { schemas: Record<string, unknown> } } =
    JSON.parse(document);
  const portal = Object.fromEntries(Object.entries(paths).filter(([url]) => url.startsWith('/portal/v1/')));
  const used = [...new Set(JSON.stringify(portal).match(/(?<=#\/components\/schemas\/)\w+/g))].toSorted();
  const schemas = Object.fromEntries(used.map((name) => [name, components.schemas[name]]));
  return `${JSON.stringify({ version, paths: portal, components: { schemas } }, null, 2)}\n`;
}
