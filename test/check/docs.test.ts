import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { features } from '#src/features.ts';
import { english, errorsPage, errorsPageFile, findCauses } from '../errors-page.ts';

const documents = globSync(['*.md', 'docs/**/*.md']);
// By name: prefixes and suffixes of error keys, error titles, and codes of the specification's catalogue.
const byName =
  /^(invalid|storage|sheet|image)\.|^book\.zip_|_failed$|^[A-Z]{3,4}-\d+$|^error\.(?!title_|home|request|stale_)|^upload\.(invalid|too_|only_|unre)/;

// By context: thrown errors, reasons why a record cannot be deleted, and problems reported by schemas or rules.
const thrown = /(?:Error|\.error|\.errorWith)\(\s*(?:\d+,\s*)?'([^']+)'|requireUnused\([^\n]*, '([^']+)'\)/g;
const ruled =
  /(?:\b(?:problem|key)|'[\w.]+'|\b(?:required|duplicate|exists|taken)): '([^']+)'|\breport\('\w+', '([^']+)'|\b(?:regex|refine)\([^\n]*, '([^']+)'\)|\bmin\(1, '([^']+)'\)/g;

const matchesIn = (files: string, pattern: RegExp) =>
  globSync(files)
    .filter((file) => !/\.(test|fixture|feature|messages)\.tsx?$|contract-tests|messages\//.test(file))
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(pattern)])
    .flatMap(([, ...groups]) => groups.filter((group) => group !== undefined));

/** Every message key that the code returns or shows as an error. */
function errorKeys(): string[] {
  const meanings = features.flatMap((feature) => Object.values(feature.constraints ?? {}));
  const named = [
    ...Object.keys(english).filter((key) => byName.test(key)),
    ...matchesIn('src/**/*.{ts,tsx}', thrown),
    ...matchesIn('src/**/*.{rules,service,contract,rules,store}.ts', ruled),
    ...matchesIn('src/**/{match,check,declare,staged,inspect,content}-*.ts', ruled),
    ...meanings.map(({ key }) => key),
  ];
  return [...new Set(named)].filter((key) => key in english).toSorted();
}

describe('The documents are correct', () => {
  test('every link inside the project leads to a file', () => {
    const dead = documents.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)]
        .map(([, target = '']) => path.join(path.dirname(file), target))
        .filter((target) => !existsSync(target))
        .map((target) => `${file} → ${target}`),
    );
    expect(dead).toEqual([]);
  });

  test('every command in them is a script of the package', () => {
    const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFileSync('package.json', 'utf8'));
    const named = documents.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/\bnpm (?:run ([\w:-]+)|(start|test)\b)/g)].map(
        ([, script, short]) => script ?? short ?? '',
      ),
    );
    expect(new Set(named).size).toBeGreaterThan(5);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });

  test('docs/errors.md is written from the messages and their causes; `npm run generate` writes it', async () => {
    expect(readFileSync(errorsPageFile, 'utf8')).toBe(await errorsPage());
  });

  test('every message that can be an error says when it is shown, and nothing else is explained', async () => {
    const causes = await findCauses();
    expect(errorKeys().filter((key) => !causes.has(key))).toEqual([]);
    expect([...causes].filter(([key, cause]) => cause.length < 10 || !(key in english))).toEqual([]);
  });

  test('decision records have a number of their own, say what led to them and what was decided, and what replaced them', () => {
    const records = globSync('docs/decisions/[0-9]*.md').map((file) => ({
      name: path.basename(file),
      text: readFileSync(file, 'utf8'),
    }));
    const numbers = records.map(({ name }) => name.slice(0, 4));
    expect(numbers.filter((number, index) => !/^\d{4}$/.test(number) || numbers.indexOf(number) !== index)).toEqual([]);
    const isRecord = ({ name, text }: (typeof records)[number]) =>
      text.startsWith(`# ${name.slice(0, 4)} `) && /\*\*Context[.,]\*\*[^]+\*\*Decision/.test(text);
    const isFollowed = ({ text }: (typeof records)[number]) => !/\n\nReplaced (?!.*\]\(\d{4}-)/.test(text);
    expect(records.filter((one) => !isRecord(one) || !isFollowed(one)).map(({ name }) => name)).toEqual([]);
  });

  test('every file of the code that a document names is there', () => {
    const code = globSync(['*', '{src,test,e2e,bench,faults,look,scripts,examples,db,deploy}/**/*']);
    const names = new Set(code.flatMap((file) => [file, path.basename(file)]));
    const gone = documents.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/`((?:[\w./-]+\/)?[\w-]{2,}[\w.-]*\.(?:tsx?|mjs|sql|css))`/g)]
        .map(([, name = '']) => name)
        // `x` stands for any name.
        .filter((name) => !names.has(path.basename(name)) && !/(?:^|-)x[-.]/.test(name))
        .map((name) => `${file}: ${name}`),
    );
    expect(gone).toEqual([]);
  });
});
