import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { importCsv, importRow } from '#features/import/import.factory.ts';
import { fullProduct, message } from '#features/onix/onix.fixture.ts';
import { type Office, startOffice } from '../app.ts';

const start = promisify(execFile);

let office: Office;
let url: string;
let key: string;
let folder: string;
let program: string;
beforeAll(async () => {
  office = await startOffice({ jobs: true });
  url = await office.server.listen({ port: 0 });
  key = (await office.admin.post('/api/v1/api_key', { name: 'Night', scope: 'staff' })).json.results.key;
  folder = await mkdtemp(path.join(os.tmpdir(), 'command-'));
  // From an empty folder, with the package that the office serves, and without a registry.
  const packed = await fetch(`${url}/client/office.tgz`);
  await writeFile(path.join(folder, 'office.tgz'), Buffer.from(await packed.arrayBuffer()));
  await writeFile(path.join(folder, 'package.json'), '{}');
  const npm = ['install', '--offline', '--no-audit', '--no-fund', '--cache', path.join(folder, 'cache')];
  await start('npm', [...npm, './office.tgz'], { cwd: folder });
  program = path.join(folder, 'node_modules/.bin/office');
});
afterAll(async () => {
  await office.close();
  await rm(folder, { recursive: true, force: true });
});

interface Ran {
  exit: number;
  out: string;
  said: string;
  json: any;
}

interface Run {
  input?: string;
  home?: string;
  environment?: Record<string, string>;
  onStart?: (child: ChildProcess) => void;
}

/** Runs the program as a person would; with `--json` its output is read. */
async function run(
  args: readonly string[],
  { input, home = 'home', environment = {}, onStart }: Run = {},
): Promise<Ran> {
  const child = spawn(program, args, {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: folder, OFFICE_CONFIG: path.join(folder, home), ...environment },
    stdio: 'pipe',
  });
  let [out, said] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  child.stdin.end(input ?? '');
  onStart?.(child);
  const exit = await new Promise<number>((resolve) => child.once('close', (code) => resolve(code ?? -1)));
  return { exit, out, said, json: args.includes('--json') && out !== '' ? JSON.parse(out) : undefined };
}

const json = (args: readonly string[], options?: Run) => run([...args, '--json'], options);

const put = async (name: string, content: Uint8Array | string) => {
  await writeFile(path.join(folder, name), content);
  return name;
};

/** A sheet of new books. */
const sheet = (name: string, first: number, books = 1, more: Record<string, string> = {}) =>
  put(name, importCsv(Array.from({ length: books }, (_, index) => importRow(first + index, more))));

const count = async (table: 'import' | 'code_batch' | 'book' | 'code_delivery') => {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from ${sql.table(table)}`.execute(
    office.db,
  );
  return rows[0]?.count ?? 0;
};

test('login asks the office whether it takes the key, and keeps it for this user alone', async () => {
  const wrong = await run(['login', url], { input: 'lib_nothing', home: 'other' });
  expect(wrong).toMatchObject({ exit: 3, out: '' });
  expect(wrong.said).toContain('A valid API key is required.');
  expect(await run(['doctor'], { home: 'other' })).toMatchObject({ exit: 2 });
  const right = await run(['login', `${url}/`], { input: `${key}\n` });
  expect(right).toMatchObject({ exit: 0, said: '' });
  expect(right.out).toContain('opens for ada with the key Night');
  const file = path.join(folder, 'home/account.json');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await stat(path.dirname(file))).mode & 0o777).toBe(0o700);
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ url, key });
});

test('every command explains itself, and a wrong one says what is wrong and sends nothing', async () => {
  const { out } = await run(['--help']);
  const names = [...out.matchAll(/^ {2}([a-z]+(?: (?:out|in|issue|deliver|apply))?)/gm)].map(([, name]) => name ?? '');
  expect(names).toHaveLength(12);
  for (const name of names) {
    const help = await run([...name.split(' '), '--help']);
    expect(help).toMatchObject({ exit: 0, said: '' });
    expect(help.out).toContain(`office ${name}`);
    expect(help.out).toContain('--json');
  }
  const nobody = { environment: { OFFICE_URL: 'http://127.0.0.1:9', OFFICE_KEY: 'lib_x' } };
  for (const args of [
    ['fly'],
    ['undo'],
    ['undo', 'six'],
    ['undo', '1', '2'],
    ['import', 'none.xlsx'],
    ['import', 'none.xlsx', '--apply'],
    ['import', 'none.xlsx', '--plan', '--apply'],
    ['doctor', '--loud'],
    ['codes', 'issue', '--count', '3'],
    ['export', 'dreams'],
    ['export', 'books', '--filter', 'draft'],
    ['texts', 'out'],
  ])
    expect([args, (await run(args, nobody)).exit]).toEqual([args, 2]);
  expect(await run(['doctor'], { environment: { OFFICE_URL: url } })).toMatchObject({ exit: 2 });
});

test('import shows a plan, applies the very same, and says of the same file that it is done', async () => {
  const file = await sheet('books.csv', 1, 2);
  const before = await count('book');
  const planned = await json(['import', file, '--plan', '--create-missing']);
  expect(planned).toMatchObject({ exit: 0, json: { ok: true, status: 'ready', counts: { new: 2, rejected: 0 } } });
  expect(await count('book')).toBe(before);
  const applied = await json(['import', file, '--apply', '--create-missing']);
  const { import_idx } = planned.json;
  expect(applied).toMatchObject({ exit: 0, said: '', json: { ok: true, status: 'applied', import_idx } });
  expect(await count('book')).toBe(before + 2);
  const imports = await count('import');
  const again = await run(['import', file, '--apply', '--create-missing']);
  expect(again).toMatchObject({ exit: 0 });
  expect(again.out).toContain('The same file was imported already.');
  expect([await count('book'), await count('import')]).toEqual([before + 2, imports]);
  const undone = await json(['undo', String(applied.json.act_idx)]);
  expect(undone).toMatchObject({ exit: 0, json: { is_new: true, back: 2, kept: 0 } });
  expect(await json(['undo', String(applied.json.act_idx)])).toMatchObject({ exit: 0, json: { is_new: false } });
  // What was undone may be done again.
  expect(await json(['import', file, '--apply', '--create-missing'])).toMatchObject({ exit: 0 });
  expect(await count('book')).toBe(before + 2);
});

test('what the office refuses ends with 3, its reason and the rows, in the chosen language', async () => {
  const file = await sheet('wrong.csv', 10, 1, { title: '' });
  const plan = await json(['import', file, '--plan']);
  expect(plan).toMatchObject({ exit: 3, json: { ok: false, exit: 3, error: { code: 'import.not_applicable' } } });
  expect(plan.json.error.rejected[0].errors[0]).toMatch(/\S/);
  const apply = await json(['import', file, '--apply', '--lang', 'ko']);
  expect(apply).toMatchObject({ exit: 3, json: { error: { code: 'import.rejected_rows', status: 422 } } });
  expect(apply.json.error.message).toMatch(/[가-힣]/);
  const direct = await json(['import', await sheet('direct.csv', 11, 1, { title: '' }), '--apply']);
  expect(direct).toMatchObject({ exit: 3, json: { error: { code: 'import.rejected_rows', status: 422 } } });
  const sentence = await run(['import', await put('letter.csv', 'Dear library,'), '--plan']);
  expect(sentence).toMatchObject({ exit: 3, out: '' });
  expect(await json(['undo', '999999'])).toMatchObject({ exit: 3, json: { error: { status: 404 } } });
});

test('onix imports a message of a publisher', async () => {
  const file = await put('message.xml', message(fullProduct));
  const planned = await json(['onix', file, '--plan', '--create-missing']);
  expect(planned.json).toMatchObject({ ok: true, counts: { new: 1 } });
  expect(await json(['onix', file, '--apply', '--create-missing'])).toMatchObject({
    exit: 0,
    json: { status: 'applied' },
  });
});

test('texts leave for translators and come back once', async () => {
  const prices = [{ currency: 'USD', price: '5.00' }];
  await office.admin.post('/api/v1/collection', { cid: 'SEA', title: 'The sea', is_public: 'O', prices });
  const out = await json(['texts', 'out', '-o', 'texts.xlsx', '--to', 'es']);
  expect(out).toMatchObject({ exit: 0, json: { ok: true, file: 'texts.xlsx' } });
  const xliff = await run(['texts', 'out', '-o', 'sea.xlf', '--to', 'es', '--as', 'xliff']);
  expect(xliff.exit).toBe(0);
  const sent = await readFile(path.join(folder, 'sea.xlf'), 'utf8');
  const back = await put(
    'sea-es.xlf',
    sent.replace(/(<source[^>]*>The sea<\/source>)(\s*<target[^>]*>[^<]*<\/target>)?/, '$1<target>El mar</target>'),
  );
  expect(await json(['texts', 'in', back, '--plan'])).toMatchObject({ exit: 0, json: { changed: 1, wrong: 0 } });
  const saved = await json(['texts', 'in', back, '--apply']);
  expect(saved).toMatchObject({ exit: 0, json: { status: 'applied', act_idx: expect.any(Number) } });
  const again = await run(['texts', 'in', back, '--apply']);
  expect(again.out).toContain('The same texts were saved already.');
  expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([]);
});

test('codes are issued once and taken once, however often the commands are repeated', async () => {
  await office.admin.post('/api/v1/customer', { cust_id: 'CITY', name: 'City library' });
  const terms = ['--customer', 'CITY', '--collection', 'SEA', '--count', '7', '--price', '1.50', '--currency', 'USD'];
  const issue = ['codes', 'issue', ...terms, '--title', 'Spring'];
  const issued = await json(issue);
  expect(issued).toMatchObject({ exit: 0, json: { status: 'issued', issued: 7, is_new: true } });
  expect(await json(issue)).toMatchObject({ exit: 0, json: { cg_idx: issued.json.cg_idx, is_new: false } });
  // On another machine the office knows the command itself.
  const elsewhere = { home: 'elsewhere', environment: { OFFICE_URL: url, OFFICE_KEY: key } };
  expect(await json(issue, elsewhere)).toMatchObject({ exit: 0, json: { cg_idx: issued.json.cg_idx } });
  expect(await count('code_batch')).toBe(1);
  expect(await json([...issue, '--again', 'second'])).toMatchObject({ exit: 0, json: { is_new: true } });
  expect(await count('code_batch')).toBe(2);
  const deliver = ['codes', 'deliver', String(issued.json.cg_idx), '-o', 'codes.csv'];
  expect(await json(deliver)).toMatchObject({ exit: 0, json: { codes: 7, is_new: true } });
  expect((await readFile(path.join(folder, 'codes.csv'), 'utf8')).trim().split('\n')).toHaveLength(8);
  expect(await json(deliver)).toMatchObject({ exit: 0, json: { is_new: false } });
  expect(await count('code_delivery')).toBe(1);
  await rm(path.join(folder, 'codes.csv'));
  expect(await json(deliver)).toMatchObject({ exit: 3, json: { error: { code: 'codes.taken' } } });
  expect(await json([...deliver, '--again'])).toMatchObject({ exit: 0, json: { is_new: true } });
  expect(await count('code_delivery')).toBe(2);
  const nobody = [...issue, '--customer', 'NOBODY'];
  expect(await json(nobody)).toMatchObject({ exit: 3, json: { error: { code: 'codes.no_customer' } } });
});

test('the same commands from another machine do nothing twice', async () => {
  const elsewhere = { home: 'third', environment: { OFFICE_URL: url, OFFICE_KEY: key } };
  const written = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from audit where entity in ('book', 'book_act', 'collection', 'code_batch', 'release')`.execute(
      office.db,
    );
    return [rows[0]?.count, await count('book'), await count('code_batch'), await count('code_delivery')];
  };
  const file = await sheet('twice.csv', 700, 2);
  expect(await json(['import', file, '--apply', '--create-missing'])).toMatchObject({ exit: 0 });
  const { rel_idx } = (await office.admin.post('/api/v1/release', { name: 'Once' })).json.results;
  const change = { kind: 'collection', id: 'SEA', values: { title: 'The wide sea' } };
  await office.admin.put(`/api/v1/release/${rel_idx}/change`, change);
  const released = await json(['release', 'apply', String(rel_idx)]);
  const [batch] = (await office.admin.get('/api/v1/code/batch')).json.results.batches;
  const commands = [
    ['import', file, '--apply', '--create-missing'],
    ['import', file, '--apply', '--create-missing', '--update'],
    ['texts', 'in', 'sea-es.xlf', '--apply'],
    ['codes', 'deliver', String(batch.cg_idx), '-o', 'again.csv'],
    ['release', 'apply', String(rel_idx)],
  ];
  await json(['codes', 'deliver', String(batch.cg_idx), '-o', 'first.csv']);
  const before = await written();
  const imports = await count('import');
  for (const command of commands) {
    const { exit } = await json(command, elsewhere);
    // A delivery is refused: it may have to leave for somebody else.
    expect([command, exit]).toEqual([command, command[0] === 'codes' ? 3 : 0]);
    expect([command, await written()]).toEqual([command, before]);
  }
  expect(await count('import')).toBe(imports);
  await json(['undo', String(released.json.act_idx)]);
  const undone = await written();
  const again = await json(['undo', String(released.json.act_idx)], elsewhere);
  expect(again).toMatchObject({ exit: 0, json: { is_new: false } });
  expect(await written()).toEqual(undone);
});

test('a release is applied once', async () => {
  const { rel_idx } = (await office.admin.post('/api/v1/release', { name: 'Autumn' })).json.results;
  await office.admin.put(`/api/v1/release/${rel_idx}/change`, { kind: 'book', id: 'B0001', values: { title: 'New' } });
  const applied = await json(['release', 'apply', String(rel_idx)]);
  expect(applied).toMatchObject({ exit: 0, json: { status: 'applied', changes: 1, is_new: true } });
  expect(await json(['release', 'apply', String(rel_idx)])).toMatchObject({ exit: 0, json: { is_new: false } });
  expect(await run(['undo', String(applied.json.act_idx)])).toMatchObject({ exit: 0 });
});

test('lists and messages are exported to a file, or to the standard output alone', async () => {
  const piped = await run(['export', 'books', '--filter', 'search_val=1th Lantern']);
  expect(piped).toMatchObject({ exit: 0, said: '' });
  expect(piped.out).toContain('The 1th Lantern');
  const sheetFile = await json(['export', 'books', '-o', 'all.xlsx']);
  expect(sheetFile).toMatchObject({ exit: 0, json: { rows: await count('book'), file: 'all.xlsx' } });
  expect((await readFile(path.join(folder, 'all.xlsx'))).subarray(0, 2).toString()).toBe('PK');
  const onix = await run(['export', 'onix', '-o', 'all.xml']);
  expect(onix.exit).toBe(0);
  expect(await readFile(path.join(folder, 'all.xml'), 'utf8')).toContain('<ONIXMessage');
  const lists = (await run(['export', '--help'])).out.match(/message: ([^.]+)\./)?.[1]?.split(', ') ?? [];
  for (const list of lists) expect([list, (await run(['export', list, '-o', 'list.out'])).exit]).toEqual([list, 0]);
  expect(await json(['export', 'books', '--filter', 'status=lost', '-o', 'lost.csv'])).toMatchObject({ exit: 3 });
});

test('where a file cannot be written, nothing is asked for: no delivery is recorded', async () => {
  const [batch] = (await office.admin.get('/api/v1/code/batch')).json.results.batches;
  const delivered = await count('code_delivery');
  const deliver = (file: string) => json(['codes', 'deliver', String(batch.cg_idx), '--as', 'xlsx', '-o', file]);
  for (const file of ['nowhere/codes.xlsx', 'home'])
    expect(await deliver(file)).toMatchObject({ exit: 2, json: { error: { code: 'usage' } } });
  expect(await count('code_delivery')).toBe(delivered);
  expect(await deliver('there.xlsx')).toMatchObject({ exit: 0, json: { is_new: true } });
  expect(await json(['export', 'books', '--filter', 'status=lost', '-o', 'lost.csv'])).toMatchObject({ exit: 3 });
  expect((await readdir(folder)).filter((name) => name.endsWith('.part') || name.startsWith('lost'))).toEqual([]);
});

test('a full disk is said to be one, and not an office that does not answer', async () => {
  const environment = { PATH: process.env['PATH'], OFFICE_CONFIG: path.join(folder, 'home') };
  const full = start('sh', ['-c', `${program} export books > /dev/full`], { cwd: folder, env: environment });
  await expect(full).rejects.toMatchObject({ code: 4, stderr: expect.stringContaining('cannot be written: ENOSPC') });
});

test('with --json the output is one document: a list needs a file', async () => {
  expect(await json(['export', 'books'])).toMatchObject({ exit: 2, json: { ok: false, error: { code: 'usage' } } });
});

test('a damaged file of the log-in asks for another log-in', async () => {
  await put('account.json', '{"url": "');
  const damaged = await run(['doctor'], { home: '.' });
  expect(damaged).toMatchObject({ exit: 2, out: '' });
  expect(damaged.said).toContain('account.json is damaged. Log in again');
});

test('doctor answers what the page says, and ends with 1 if something is bad', async () => {
  const all = await json(['doctor']);
  expect(all.json.checks.length).toBeGreaterThan(5);
  const isBad = all.json.checks.some(({ state }: { state: string }) => state === 'bad');
  expect(all.exit).toBe(isBad ? 1 : 0);
  const one = await run(['doctor', 'database']);
  expect(one.out).toMatch(/^(ok|warn|BAD) /);
});

test('a dead office, one that is cut off and one that is none end with 4, and the same command then goes on', async () => {
  const dead = { environment: { OFFICE_URL: 'http://127.0.0.1:9', OFFICE_KEY: 'lib_x' } };
  const file = await sheet('late.csv', 20);
  expect(await json(['import', file, '--apply'], dead)).toMatchObject({
    exit: 4,
    json: { error: { code: 'no_answer' } },
  });
  const cutting = await listening((socket) => socket.once('data', () => socket.destroy()));
  const cut = { environment: { OFFICE_URL: cutting.url, OFFICE_KEY: key } };
  expect(await json(['import', file, '--apply'], cut)).toMatchObject({
    exit: 4,
    json: { error: { code: 'no_answer' } },
  });
  cutting.server.close();
  const other = await listening((socket) =>
    socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhello')),
  );
  const foreign = { environment: { OFFICE_URL: other.url, OFFICE_KEY: key } };
  expect(await json(['undo', '1'], foreign)).toMatchObject({ exit: 4, json: { error: { code: 'no_office' } } });
  other.server.close();
  expect(await json(['import', file, '--apply'])).toMatchObject({ exit: 0, json: { status: 'applied' } });
});

test('what needs another person is planned, and ends with 5', async () => {
  await office.signIn('grace', true);
  expect(await office.admin.put('/api/v1/setting/second_person', { value: { codes_above: 10 } })).toMatchObject({
    status: 200,
  });
  const terms = ['--customer', 'CITY', '--collection', 'SEA', '--count', '50', '--price', '1.50', '--currency', 'USD'];
  const planned = await json(['codes', 'issue', ...terms, '--title', 'Summer']);
  expect(planned).toMatchObject({ exit: 5, json: { ok: false, error: { code: 'planned' } } });
  expect(planned.json.error.message).toContain(`${url}/approval/${planned.json.error.approval}`);
  expect(await count('code_batch')).toBe(2);
});

test('Ctrl-C leaves the work to the office and says how to follow it; the same command then follows it', async () => {
  const file = await sheet('many.csv', 100, 500);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const locked = office.db.transaction().execute(async (trx) => {
    await sql`lock table book in share mode`.execute(trx);
    await released;
  });
  const isApplying = async () => {
    const { rows } = await sql<{ status: string }>`select status from import where file_name = 'many.csv'`.execute(
      office.db,
    );
    return rows[0]?.status === 'applying';
  };
  const stopped = await run(['import', file, '--apply', '--create-missing'], {
    onStart: (child) =>
      void vi.waitUntil(isApplying, { timeout: 60_000, interval: 20 }).then(() => child.kill('SIGINT')),
  });
  release();
  await locked;
  expect(stopped).toMatchObject({ exit: 130, out: '' });
  expect(stopped.said).toContain('The office goes on. To follow it: office import many.csv --apply --create-missing');
  expect(await json(['import', file, '--apply', '--create-missing'])).toMatchObject({
    exit: 0,
    json: { status: 'applied', counts: { new: 500 } },
  });
  const imports = office.db.selectFrom('import').select('status').where('file_name', '=', 'many.csv');
  expect(await imports.execute()).toEqual([{ status: 'applied' }]);
});

test('logout forgets the key', async () => {
  expect(await json(['logout'])).toMatchObject({ exit: 0, json: { forgotten: true } });
  expect(await run(['doctor'])).toMatchObject({ exit: 2 });
});

/** A server that is no office. */
async function listening(answer: (socket: Socket) => void): Promise<{ url: string; server: Server }> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    answer(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return { url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`, server };
}
