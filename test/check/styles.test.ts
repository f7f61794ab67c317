import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const textOf = (file: string) => readFileSync(path.join(root, file), 'utf8');
const sheets = globSync('src/**/*.module.css', { cwd: root });
const modules = globSync('src/**/*.{ts,tsx}', { cwd: root }).map((file) => ({ file, text: textOf(file) }));

const pathOf = (from: string, to: string) =>
  path.normalize(to.startsWith('#') ? `src/${to.slice(1)}` : path.join(path.dirname(from), to));

const importersOf = (sheet: string) =>
  modules.filter(({ file, text }) =>
    [...text.matchAll(/from '([^']+\.module\.css)'/g)].some(([, to = '']) => pathOf(file, to) === sheet),
  );

/** The classes that other rules are composed of, as `sheet class`. */
const composed = new Set(
  sheets.flatMap((sheet) =>
    [...textOf(sheet).matchAll(/composes: ([\w\s-]+?)(?: from "([^"]+)")?;/g)].flatMap(([, names = '', from]) =>
      names.split(/\s+/).map((name) => `${from ? pathOf(sheet, from) : sheet} ${name}`),
    ),
  ),
);

const classesOf = (sheet: string) => {
  const rules = textOf(sheet).replaceAll(/\/\*[^]*?\*\//g, '');
  const selectors = [...rules.matchAll(/([^{};]+)\{/g)].map(([, selector = '']) => selector.replaceAll(/"[^"]*"/g, ''));
  // Those of the library are not ours to name.
  return new Set(
    selectors
      .filter((selector) => !selector.trim().startsWith('@'))
      .flatMap((selector) => [...selector.matchAll(/\.([a-z_][\w-]*)/gi)].map(([, name = '']) => name))
      .filter((name) => !name.startsWith('mantine-')),
  );
};

/** By its name, or by a text that chooses one of several. */
const isNamed = (name: string, text: string) => new RegExp(`\\.${name}\\b|'(?:--)?${name}'`).test(text);

test('every class of a style sheet is used by a module that imports it', () => {
  const unused = sheets.flatMap((sheet) => {
    const importers = importersOf(sheet);
    return [...classesOf(sheet)]
      .filter((name) => !composed.has(`${sheet} ${name}`) && !importers.some(({ text }) => isNamed(name, text)))
      .map((name) => `${sheet}: .${name}`);
  });
  expect(unused).toEqual([]);
});
