import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const { version, dependencies }: { version: string; dependencies: Record<string, string> } = JSON.parse(
  readFileSync(path.join(root, 'package.json'), 'utf8'),
);
const folder = mkdtempSync(path.join(os.tmpdir(), 'release-'));
const changelog = path.join(folder, 'CHANGELOG.md');
afterAll(() => rmSync(folder, { recursive: true }));

const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@office.example', ...args], { cwd: folder });
const made = (file: string) => readFileSync(path.join(folder, 'release', version, file), 'utf8');
const release = () => {
  // Without an engine: the image has its own test.
  const env = { ...process.env, PATH: withoutEngines() };
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/release.mjs', '--tested'], {
    cwd: folder,
    env,
    encoding: 'utf8',
  });
  return { status, said: stdout + stderr };
};

/** A folder with only the programs a release needs. */
function withoutEngines(): string {
  const bin = path.join(folder, '.cache/bin');
  mkdirSync(bin, { recursive: true });
  for (const program of ['git', 'npm', 'node', 'gzip', 'sh', 'env']) {
    const found = spawnSync('which', [program], { encoding: 'utf8' }).stdout.trim();
    try {
      symlinkSync(found, path.join(bin, program));
    } catch {
      // It is there from before.
    }
  }
  return bin;
}

beforeAll(() => {
  const files = [
    '.gitignore',
    '.npmrc',
    'CHANGELOG.md',
    'package.json',
    'package-lock.json',
    'README.md',
    'scripts',
    'src',
  ];
  for (const file of files) cpSync(path.join(root, file), path.join(folder, file), { recursive: true });
  writeFileSync(changelog, readFileSync(changelog, 'utf8').replace(/^## Unreleased\n[^]*?(?=^## )/m, ''));
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  git('init', '--quiet');
  writeFileSync(path.join(folder, '.git/info/exclude'), 'node_modules\n');
  git('add', '.');
  git('commit', '--quiet', '--message', 'all');
});

describe('npm run release', () => {
  test('writes the notes, the source, the components and their checksums, and says why there is no image', () => {
    const { status, said } = release();
    expect([status, said]).toEqual([0, expect.stringContaining('No image: neither podman nor docker runs here')]);
    expect(made('NOTES.md')).toMatch(/^\S/);
    expect(readFileSync(path.join(root, 'CHANGELOG.md'), 'utf8')).toContain(made('NOTES.md').trim());
    const bill = JSON.parse(made('bom.cdx.json'));
    expect(bill).toMatchObject({
      bomFormat: 'CycloneDX',
      metadata: { component: { name: 'library-office', version } },
    });
    const names = bill.components.map(({ group, name }: { group?: string; name: string }) =>
      group ? `${group}/${name}` : name,
    );
    // What a server loads, and what is built into the screens.
    const built = ['react', 'react-dom', '@mantine/core', '@tiptap/react', '@dnd-kit/core', '@tanstack/react-virtual'];
    expect(names).toEqual(expect.arrayContaining([...Object.keys(dependencies), ...built]));
    for (const tool of ['vitest', 'vite', 'typescript', '@playwright/test']) expect(names).not.toContain(tool);
    const checked = execFileSync('sha256sum', ['--check', 'SHA256SUMS'], {
      cwd: path.join(folder, 'release', version),
      encoding: 'utf8',
    });
    expect(checked.trim().split('\n')).toEqual(
      ['NOTES.md', `library-office-${version}.tar.gz`, 'bom.cdx.json'].map((file) => `${file}: OK`),
    );
  });

  test('gives the same source again for the same commit', () => {
    const sum = () => /^\w+(?= {2}library-office)/m.exec(made('SHA256SUMS'))?.[0];
    const before = sum();
    release();
    expect(sum()).toBe(before);
  });

  test('refuses what is not committed, changes that no number has yet, and a number without notes', () => {
    writeFileSync(path.join(folder, 'new.txt'), '');
    expect(release()).toMatchObject({ status: 1, said: expect.stringContaining('new.txt') });
    rmSync(path.join(folder, 'new.txt'));
    const notes = readFileSync(changelog, 'utf8');
    writeFileSync(changelog, notes.replace('## ', '## Unreleased\n\n- New.\n\n## '));
    expect(release()).toMatchObject({ status: 1, said: expect.stringContaining('changes under “Unreleased”') });
    writeFileSync(changelog, notes);
    const file = path.join(folder, 'package.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace(`"version": "${version}"`, '"version": "9.9.9"'));
    expect(release()).toMatchObject({ status: 1, said: expect.stringContaining('no section “## 9.9.9 (date)”') });
  });
});
