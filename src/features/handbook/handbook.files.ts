import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Page, pageOf, type Release, releasesIn } from './handbook.rules.ts';

/** What the handbook is made of. */
export interface Handbook {
  /** By name, in the order of their names. */
  readonly pages: ReadonlyMap<string, Page>;
  /** Newest first. */
  readonly releases: readonly Release[];
}

/** Reads it from the folder of the project; every installation has its documents. */
export async function readHandbook(root: string): Promise<Handbook> {
  const files = (await Array.fromAsync(glob('docs/**/*.md', { cwd: root }))).toSorted();
  const pages = await Promise.all(
    files.map(async (file) => {
      const name = file.split(path.sep).slice(1).join('/').replace(/\.md$/, '');
      return pageOf(name, await readFile(path.join(root, file), 'utf8'));
    }),
  );
  const found = pages.filter((page) => page !== undefined);
  return {
    pages: new Map(found.map((page) => [page.name, page])),
    releases: releasesIn(await readFile(path.join(root, 'CHANGELOG.md'), 'utf8')),
  };
}
