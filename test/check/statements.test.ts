import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

/** Table owners: the first line of a migration names the owner of the tables it creates. */
const owners = new Map(
  globSync('db/migrations/*.sql').flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    const owner = /^-- (\w+):/.exec(text)?.[1] ?? file;
    return [...text.matchAll(/create (?:unlogged )?table (\w+)/gi)].map(([, table]) => [table ?? '', owner] as const);
  }),
);

/** The features in order of dependence, as src/features.ts lists them; `bookImport` is the folder `import`. */
const order = [...readFileSync('src/features.ts', 'utf8').matchAll(/^ {2}(\w+),$/gm)].map(([, name = '']) =>
  name === 'bookImport' ? 'import' : name,
);

/** Features that were cut from one share its tables, as they share its words; others count them as that one. */
const cutFrom = new Map(
  globSync('src/features/*/*.feature.ts').flatMap((file) => {
    const whole = /\bwordsOf: '(\w+)'/.exec(readFileSync(file, 'utf8'))?.[1];
    return whole === undefined ? [] : [[/^src\/features\/([^/]+)\//.exec(file)?.[1] ?? '', whole] as const];
  }),
);

interface Use {
  file: string;
  feature: string;
  table: string;
  owner: string;
  writes: boolean;
}

const built = /\b(selectFrom|insertInto|updateTable|deleteFrom|innerJoin|leftJoin|using|from)\(\s*'(\w+)/g;
const template = /`(?:[^`\\]|\\.)*`/gs;
const written = /\b(from|join|insert into|update|delete from)\s+(?:only\s+)?(\w+)/g;
const writing = /^(insertInto|updateTable|deleteFrom|insert into|update|delete from)$/;

const uses: Use[] = globSync('src/features/**/*.ts')
  .filter((file) => !/\.(test|fixture|factory|messages|contract)\.ts$|\/messages\//.test(file))
  .flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    const feature = /^src\/features\/([^/]+)\//.exec(file)?.[1] ?? '';
    const inTemplates = [...text.matchAll(template)].flatMap(([sql]) => [...sql.matchAll(written)]);
    return [...text.matchAll(built), ...inTemplates].flatMap(([, verb = '', table = '']) => {
      const owner = owners.get(table);
      return owner === undefined || owner === feature || owner === cutFrom.get(feature)
        ? []
        : [{ file, feature, table, owner, writes: writing.test(verb) }];
    });
  });

const described = (broken: Use[]) => [
  ...new Set(broken.map(({ file, table, owner }) => `${file}: ${table} of ${owner}`)),
];

describe('The statements of a feature', () => {
  test('are found, and so are the owners of the tables they name', () => {
    expect(order).toContain('import');
    expect(owners.get('book')).toBe('book');
    expect(cutFrom.get('batch')).toBe('code');
    expect(uses).toContainEqual(expect.objectContaining({ feature: 'import', table: 'book', writes: false }));
  });

  test('write only its own tables; others are written through the public interface of their feature', () => {
    expect(described(uses.filter(({ writes }) => writes))).toEqual([]);
  });

  test('join only tables of features above it in the dependency order', () => {
    const above = ({ feature, owner }: Use) => owner !== 'kernel' && order.indexOf(owner) < order.indexOf(feature);
    const kept = ({ feature, owner, table }: Use) =>
      // The audit trail and the acts belong to the kernel, and everyone may read them.
      owner === 'kernel' && (table === 'act_record' || ['audit', 'proof'].includes(feature));
    expect(described(uses.filter((use) => !above(use) && !kept(use)))).toEqual([]);
  });
});

test('a feature imports only from features above it in the dependency order', () => {
  const broken = globSync('src/features/**/*.{ts,tsx}')
    .filter((file) => !/\.(test|fixture)\.ts$/.test(file))
    .flatMap((file) => {
      const feature = /^src\/features\/([^/]+)\//.exec(file)?.[1] ?? '';
      return [...readFileSync(file, 'utf8').matchAll(/from '#features\/([^/]+)\//g)]
        .filter(([, other = '']) => other !== feature && order.indexOf(other) > order.indexOf(feature))
        .map(([, other]) => `${file} imports ${other}`);
    });
  expect(broken).toEqual([]);
});

describe('A function of a store, read or service that only locks rows', () => {
  const locking = /\bfor (?:no key )?update\b|\.for(?:NoKey)?Update\(|pg_advisory_xact_lock/;
  const changing =
    /\b(?:updateTable|insertInto|deleteFrom)\(|\b(?:update \w+\s+(?:\w+\s+)?set|update \$\{|insert into|delete from)\b/;
  const start = /^(?:export )?(?:async )?(?:function|const) (\w+)/m;
  const functions = globSync('src/**/*.{store,read,service}.ts').flatMap((file) =>
    readFileSync(file, 'utf8')
      .split(/^(?=(?:export )?(?:async )?(?:function|const) \w)/m)
      .map((text) => ({ file, text, name: start.exec(text)?.[1] ?? '' })),
  );
  const locks = functions.filter(({ text }) => locking.test(text) && !changing.test(text));

  test('says so in its name', () => {
    expect(locks.length).toBeGreaterThan(20);
    const silent = locks
      .filter(({ name }) => !/^(?:lock|claim)/.test(name))
      .map(({ file, name }) => `${file}: ${name}`);
    expect(silent).toEqual([]);
  });
});
