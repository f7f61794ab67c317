import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const { dependencies, imports: aliases }: { dependencies: Record<string, string>; imports: Record<string, string> } =
  JSON.parse(readFileSync('package.json', 'utf8'));

// The programs that run on a server: the product, the processes that it starts, and the commands for backup and restore.
const programs = [
  'src/main.ts',
  'src/kernel/images/image-worker.ts',
  'src/features/content/check/epub-check-process.ts',
  'src/backup/backup-command.ts',
  'src/verify/verify-command.ts',
];

// Serves the screens from their sources in development.
const onlyInDevelopment = ['vite'];

const statement = /^(?:import|export)\s+(?!type\s)(?:[^'"]*?\sfrom\s+)?'([^']+)'|import\('([^']+)'\)/gm;

/** The packages that a program loads from any of its files, including lazily loaded ones. */
function packagesOf(file: string, seen: Set<string>): string[] {
  if (seen.has(file)) return [];
  seen.add(file);
  return [...readFileSync(file, 'utf8').matchAll(statement)].flatMap(([, named, dynamic]) => {
    const wanted = named ?? dynamic ?? '';
    if (wanted.startsWith('node:')) return [];
    if (wanted.startsWith('.')) return packagesOf(path.join(path.dirname(file), wanted), seen);
    const alias = Object.keys(aliases).find((one) => wanted.startsWith(one.slice(0, -1)));
    if (alias === undefined) return [wanted.split('/', wanted.startsWith('@') ? 2 : 1).join('/')];
    return packagesOf(path.join((aliases[alias] ?? '').replace('*', wanted.slice(alias.length - 1))), seen);
  });
}

describe('The packages', () => {
  test('are all locked with a checksum, so that none can be exchanged', () => {
    const lock: { packages: Record<string, { integrity?: string; link?: boolean }> } = JSON.parse(
      readFileSync('package-lock.json', 'utf8'),
    );
    const without = Object.entries(lock.packages).filter(([where, one]) => where !== '' && !one.link && !one.integrity);
    expect(without.map(([where]) => where)).toEqual([]);
  });

  test('that a server loads are the dependencies, and no others: screens are built, and need none at run time', () => {
    const seen = new Set<string>();
    const loaded = new Set(programs.flatMap((program) => packagesOf(program, seen)));
    expect(seen.size).toBeGreaterThan(500);
    expect([...loaded].filter((name) => !onlyInDevelopment.includes(name)).toSorted()).toEqual(
      Object.keys(dependencies).toSorted(),
    );
  });
});
