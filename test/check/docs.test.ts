import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { commonMessages } from '#kernel/i18n/common.messages.ts';
import { features } from '#src/features.ts';

const documents = globSync(['*.md', 'docs/**/*.md']);
const english: Record<string, string> = Object.assign(
  {},
  commonMessages.catalogues.en,
  ...features.map((feature) => feature.messages.catalogues.en),
);

describe('The documents tell the truth', () => {
  test('every link inside the project leads to a file', () => {
    const dead = documents.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)]
        .map(([, target = '']) => path.join(path.dirname(file), target))
        .filter((target) => !existsSync(target))
        .map((target) => `${file} → ${target}`),
    );
    expect(dead).toEqual([]);
  });

  test('every command they name is a script of the package', () => {
    const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFileSync('package.json', 'utf8'));
    const named = documents.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/npm (?:run )?(start|test|dev|check|bench|format|types|build)\b/g)].map(
        ([, name]) => name,
      ),
    );
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => name && !(name in scripts))).toEqual([]);
  });

  test('docs/errors.md says each message as its catalogue does', () => {
    const rows = [...readFileSync('docs/errors.md', 'utf8').matchAll(/^\| (.+?) +\| `([^`]+)` +\|/gm)];
    expect(rows.length).toBeGreaterThan(40);
    const wrong = rows
      .filter(([, text, key = '']) => english[key] !== text)
      .map(([, text, key = '']) => `${key}: ${text} ≠ ${english[key]}`);
    expect(wrong).toEqual([]);
  });

  test('decision records have numbers of their own', () => {
    const numbers = globSync('docs/decisions/*.md').map((file) => path.basename(file).slice(0, 4));
    expect(numbers.filter((number, index) => !/^\d{4}$/.test(number) || numbers.indexOf(number) !== index)).toEqual([]);
  });
});
