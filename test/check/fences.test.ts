import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

/** Forbidden imports. Paths are below the project; type-only imports may be allowed. */
interface Fence {
  rule: string;
  from: RegExp;
  to: RegExp;
  except?: (from: string, to: string) => boolean;
  typesPass?: true;
}

const featureOf = (file: string) => /^src\/features\/([^/]+)\//.exec(file)?.[1];
const pure = /(\.tsx|\.css|\.rules\.ts|\/use-[^/]+\.ts|^src\/kernel\/messages\/locale\.ts)$/;

const fences: Fence[] = [
  {
    rule: 'the kernel knows nothing of books',
    from: /^src\/kernel\//,
    to: /^src\/(features|ui|client|browser|build-app|process)/,
  },
  {
    rule: 'the kit and the browser entry know no feature, and nothing that runs on a server but as a type',
    from: /^src\/(ui|client|browser)\//,
    to: /^src\/(features|kernel)\//,
    except: (_from, to) => to === 'src/kernel/messages/locale.ts' || /^src\/kernel\/.+\.rules\.ts$/.test(to),
    typesPass: true,
  },
  {
    rule: 'what calls the server and asks people stands below the kit; the browser entry stands above both',
    from: /^src\/(client|ui)\//,
    to: /^src\/(browser|ui)\//,
    except: (from, to) => from.startsWith('src/ui/') && to.startsWith('src/ui/'),
  },
  {
    rule: "another feature's only door is its *.public.ts, or *.public.tsx of parts of screens",
    from: /^src\/features\//,
    to: /^src\/features\//,
    except: (from, to) => featureOf(from) === featureOf(to) || /\.public\.tsx?$/.test(to),
  },
  {
    rule: 'what reaches the browser imports views, the kit and pure rules; contracts and rows come as types',
    from: /^src\/features\/.+(\.tsx|\/use-[^/]+\.ts)$/,
    to: /^src\/(features|kernel)\//,
    except: (_from, to) => pure.test(to),
    typesPass: true,
  },
  {
    rule: 'a feature opens no connection to the database: its context has one',
    from: /^src\/(features|ui|client|browser)\//,
    to: /^src\/kernel\/db\/(database|embedded|migrate|pool|servers)|^pg(-|$)/,
    typesPass: true,
  },
  {
    rule: 'pools are opened by the process, the commands of operators and the job queue alone',
    from: /^src\/(?!(open-pools|process|operations\/open-work)\.ts|kernel\/(db\/|jobs\/jobs\.ts))/,
    to: /^src\/kernel\/db\/pool\.ts/,
    typesPass: true,
  },
  {
    rule: 'a feature never imports the list of features',
    from: /^src\/(features|kernel|ui|client|browser)\//,
    to: /^src\/(features|build-app|process|main)\.ts$/,
  },
];

const aliases: Record<string, string> = {
  '#kernel/': 'src/kernel/',
  '#ui/': 'src/ui/',
  '#client/': 'src/client/',
  '#features/': 'src/features/',
  '#src/': 'src/',
};

interface Import {
  from: string;
  to: string;
  typeOnly: boolean;
}

const statement = /^(?:import|export)\s+(type\s)?(?:[^'"]*?\sfrom\s+)?'([^']+)'|import\('([^']+)'\)/gm;

function importsOf(file: string): Import[] {
  return [...readFileSync(file, 'utf8').matchAll(statement)].flatMap(([, type, named, dynamic]) => {
    const wanted = named ?? dynamic ?? '';
    const alias = Object.keys(aliases).find((prefix) => wanted.startsWith(prefix));
    const to = alias
      ? wanted.replace(alias, aliases[alias] ?? '')
      : wanted.startsWith('.')
        ? path.posix.join(path.posix.dirname(file), wanted)
        : wanted;
    return [{ from: file, to, typeOnly: type !== undefined }];
  });
}

const breaks = (one: Import, { from, to, except, typesPass }: Fence) =>
  from.test(one.from) && to.test(one.to) && !(typesPass && one.typeOnly) && !except?.(one.from, one.to);

const files = globSync('src/**/*.{ts,tsx}').filter((file) => !/\.(test|fixture)\.ts$|contract-tests\.ts$/.test(file));
const imports = files.flatMap(importsOf);

const loadedNext = Map.groupBy(
  imports.filter(({ typeOnly }) => !typeOnly),
  ({ from }) => from,
);

/** The rooms of the kernel from the ground up: each imports only from those before it. */
const floors =
  'text archive xml db messages config work auth storage sheets pdf images changes jobs records changesets http desk mount'.split(
    ' ',
  );
const floorOf = (file: string) => floors.indexOf(/^src\/kernel\/([^/]+)\//.exec(file)?.[1] ?? '');

describe('The import rules between the parts of the code', () => {
  test('every source file is read, and its imports are found', () => {
    expect(imports.length).toBeGreaterThan(files.length);
  });

  test.each(fences)('$rule', (fence) => {
    const broken = imports.filter((one) => breaks(one, fence));
    expect(broken.map((one) => `${one.from} imports ${one.to}`)).toEqual([]);
  });

  test.each([
    ['src/features/book/record/book.store.ts', 'src/kernel/db/pool.ts'],
    ['src/features/book/record/book.store.ts', 'src/kernel/db/database.ts'],
    ['src/features/book/record/book.store.ts', 'pg'],
    ['src/kernel/desk/settings.ts', 'src/kernel/db/pool.ts'],
  ])('find %s if it imports %s to open a pool of its own', (from, to) => {
    expect(fences.filter((fence) => breaks({ from, to, typeOnly: false }, fence))).not.toEqual([]);
    expect(fences.filter((fence) => breaks({ from, to, typeOnly: true }, fence))).toEqual([]);
  });

  test('the tests of the kernel and of the kit know no feature either', () => {
    const tests = globSync('src/{kernel,ui}/**/*.{test,fixture,contract-tests}.{ts,tsx}');
    expect(tests.length).toBeGreaterThan(80);
    const broken = tests.flatMap(importsOf).filter(({ to }) => to.startsWith('src/features/'));
    expect(broken.map((one) => `${one.from} imports ${one.to}`)).toEqual([]);
  });

  test('every file of the kernel is in one of its rooms, and a room imports only from those below it', () => {
    const inside = imports.filter(({ from, to }) => from.startsWith('src/kernel/') && to.startsWith('src/kernel/'));
    expect(files.filter((file) => file.startsWith('src/kernel/') && floorOf(file) === -1)).toEqual([]);
    expect(inside.length).toBeGreaterThan(300);
    const upward = inside.filter(({ from, to }) => floorOf(to) > floorOf(from));
    expect(upward.map((one) => `${one.from} imports ${one.to}`)).toEqual([]);
  });

  test('a file name stands once, but for the languages and the causes of messages', () => {
    const named = [...files, ...globSync('{src,test,e2e}/**/*.{test,spec,fixture,factory}.{ts,tsx}')];
    const once = [...new Set(named)].filter((file) => !/\/messages\/([^/]+\/)*(en|es|jp|ko|tr|causes)\.ts$/.test(file));
    const twice = [...Map.groupBy(once, (file) => file.split('/').at(-1))].filter(([, some]) => some.length > 1);
    expect(twice).toEqual([]);
  });

  test('one helper decides what an Enter is, and what belongs to the composition of a character', () => {
    const decides = /[!=]==? *['"]Enter['"]|['"]Enter['"] *[!=]==?|case ['"]Enter['"]|\bEnter: |\.isComposing|keyCode/;
    // It runs before anything can be imported.
    const except = ['src/client/composition.ts', 'src/client/public/early.js'];
    const others = [...files, ...globSync('src/client/public/*.js')].filter((file) => !except.includes(file));
    expect(except.every((file) => decides.test(readFileSync(file, 'utf8')))).toBe(true);
    expect(others.filter((file) => decides.test(readFileSync(file, 'utf8')))).toEqual([]);
  });

  test('Mantine stands behind the kit, and buttons are its own: nothing else imports the one or writes the other', () => {
    const outside = files.filter((file) => !file.startsWith('src/ui/kit/'));
    const mantine = imports.filter(({ from, to }) => outside.includes(from) && to.startsWith('@mantine/'));
    expect(mantine.map((one) => `${one.from} imports ${one.to}`)).toEqual([]);
    const buttons = outside.filter((file) => file.endsWith('.tsx') && readFileSync(file, 'utf8').includes('<button'));
    // A drag that begins by the kit's button ends when the calendar is drawn anew.
    expect(buttons).toEqual(['src/features/calendar/calendar-entry.tsx']);
  });

  test('fields are the kit’s: nothing else writes one, but what is hidden from people', () => {
    const field = /<(input|textarea|select)\b(?![^<]*?(type="hidden"|readOnly hidden))/;
    const outside = files.filter((file) => file.endsWith('.tsx') && !file.startsWith('src/ui/kit/'));
    expect(outside.filter((file) => field.test(readFileSync(file, 'utf8')))).toEqual([]);
  });

  test('the page of the kit shows each of its parts, but those that stand around or inside others', () => {
    const page = globSync('src/ui/docs/kit*.tsx').map((file) => readFileSync(file, 'utf8'));
    const parts = globSync('src/ui/kit/*.tsx').flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/^export (?:function|const) ([A-Z]\w+)/gm)].map(([, name]) => name ?? ''),
    );
    expect(parts.length).toBeGreaterThan(60);
    const missing = parts.filter((name) => !page.some((text) => new RegExp(`<${name}\\b`).test(text)));
    const around = ['DialogStack', 'Mantine', 'MarkedFieldsContext', 'Notices'];
    const inside = [
      'FieldError',
      'FieldHint',
      'FieldMark',
      'MenuBox',
      'MenuOption',
      'Required',
      'RichTextEditor',
      'Unseen',
    ];
    const opened = ['AlertDialog', 'BareDialog', 'Dialog', 'RichTextLink'];
    expect(missing.toSorted()).toEqual([...around, ...inside, ...opened].toSorted());
  });

  test('the styles of the kit are used through its components', () => {
    const parts = /from '[^']*\/kit\/(button|spinner|state|choice|empty-state|card|layout|text|segment)\.module\.css'/;
    const styled = (file: string) => !file.startsWith('src/ui/kit/') && parts.test(readFileSync(file, 'utf8'));
    expect(files.filter((file) => file.endsWith('.tsx') && styled(file))).toEqual([]);
  });

  test('six undos at most are written by hand, each with its reason; all others are declared', () => {
    const byHand = files
      .filter((file) => file.startsWith('src/features/'))
      .map((file) => readFileSync(file, 'utf8'))
      .filter((text) => text.includes('ActUndo =') || text.includes(': ActUndo => '));
    expect(byHand.length).toBeLessThanOrEqual(6);
    expect(byHand.filter((text) => !/written\s+(\* )?by\s+(\* )?hand, (because|since)/i.test(text))).toEqual([]);
  });

  test('no feature has more files than a person holds in mind', () => {
    const all = globSync('src/features/*/**/*.*').map((file) => file.replaceAll('\\', '/'));
    const large = [...Map.groupBy(all, featureOf)].filter(([, of]) => of.length > 130);
    expect(large.map(([name, of]) => `${name}: ${of.length} files`)).toEqual([]);
  });

  test('the folders of a feature, and the files beside them, import each other in one direction', () => {
    // A feature's messages gather the words of its folders, which use their types.
    const inner = imports.filter(({ from, to }) => featureOf(from) === featureOf(to) && !from.endsWith('.messages.ts'));
    const arrows = inner.map(({ from, to }) => ({ from: roomOf(from), to: roomOf(to) }));
    expect(findCircle(arrows.filter(({ from, to }) => from !== to))).toEqual([]);
  });

  test('features import each other in one direction', () => {
    const between = imports.flatMap(({ from, to }) => {
      const [a = '', b = ''] = [featureOf(from), featureOf(to)];
      return a && b && a !== b ? [{ from: a, to: b }] : [];
    });
    expect(findCircle(between)).toEqual([]);
  });

  test('routes load few files of features: redeeming at most 90, others at most 200', () => {
    const routes = files.filter((file) => file.endsWith('.routes.ts'));
    const most = (file: string) => (file.endsWith('/redeem.routes.ts') ? 90 : 200);
    const heavy = routes.map((file) => ({ file, loads: loadedBy(file).length }));
    expect(heavy.filter(({ file, loads }) => loads > most(file))).toEqual([]);
    expect(routes.some((file) => most(file) === 90)).toBe(true);
  });

  test('no file imports itself through others, not even for a type', () => {
    expect(findCircle(imports)).toEqual([]);
  });
});

interface Arrow {
  from: string;
  to: string;
}

/** The first circle of arrows, step by step; empty if there is none. */
function findCircle(arrows: readonly Arrow[]): string[] {
  const next = Map.groupBy(arrows, (one) => one.from);
  const done = new Set<string>();
  const follow = (at: string, way: readonly string[]): string[] => {
    if (way.includes(at)) return [...way.slice(way.indexOf(at)), at];
    if (done.has(at)) return [];
    done.add(at);
    for (const { to } of next.get(at) ?? []) {
      const circle = follow(to, [...way, at]);
      if (circle.length > 0) return circle;
    }
    return [];
  };
  return [...next.keys()].map((at) => follow(at, [])).find((circle) => circle.length > 0) ?? [];
}

/** The sub-folder of its feature that a file is in, or the file itself at the feature's root. */
const roomOf = (file: string) => /^src\/features\/[^/]+\/[^/]+/.exec(file)?.[0] ?? file;

/** What a file loads of features when it is loaded itself. */
function loadedBy(file: string): string[] {
  const loaded = new Set<string>();
  const load = (one: string): void => {
    if (loaded.has(one)) return;
    loaded.add(one);
    for (const { to } of loadedNext.get(one) ?? []) load(to);
  };
  load(file);
  return [...loaded].filter((one) => featureOf(one));
}

describe('The path of the office on its host', () => {
  const past =
    /\blocation\.(?:assign|pathname)\b|\bdocument\.cookie = |\bfetch\((?!inOffice\()|new EventSource\((?!inOffice\()|\.open\('POST', (?!inOffice\()/;
  // The one module that knows the path, and what every page writes of itself.
  const knowing = /^src\/client\/(office-path|cookie)\.ts$/;
  test('is put before addresses by one module, which all scripts of screens ask', () => {
    const scripts = globSync('src/{client,browser,ui,features}/**/*.{ts,tsx}').filter(
      (file) =>
        /^src\/(client|browser|ui)\/|\.tsx$|\/use-[^/]+\.ts$/.test(file) &&
        !/test|fixture/.test(file) &&
        !knowing.test(file),
    );
    const wrong = scripts.filter((file) => past.test(readFileSync(file, 'utf8')));
    expect(wrong).toEqual([]);
  });
});
