import pg from 'pg';
import { importCsv, importRow } from '#features/import/import.factory.ts';
import type { App } from '#src/build-app.ts';
import { type BenchServer, openBenchApp, record } from './kit.ts';
import { processorTime } from './processor-time.ts';

const rows = 20_000;
const rounds = 3;

/** The undo of an import of many books by its call, beside the import itself; in processor time, of both. */
export async function benchImportUndo(server: BenchServer): Promise<void> {
  const url = await server.database('bench_import_undo');
  const { app, cookie } = await openBenchApp(url);
  await app.start();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const send = (method: 'GET' | 'POST' | 'PUT', path: string, payload?: object) =>
    call(app, cookie, method, path, payload);
  const series = Array.from({ length: rows }, (_, n) =>
    importRow(n + 1, { bid: `I${n + 1}`, series: `Series ${n % 500}`, level: `Level ${n % 4}` }),
  );
  let [applied, undone] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < rounds; round++) {
    const form = new FormData();
    form.append('file', new File([importCsv(series)], 'books.csv'));
    const request = new Request('http://office', { method: 'POST', body: form });
    const { import_idx: id } = await call(
      app,
      cookie,
      'POST',
      '/api/v1/import',
      Buffer.from(await request.arrayBuffer()),
      {
        'content-type': request.headers.get('content-type') ?? '',
      },
    );
    const path = `/api/v1/import/${Number(id)}`;
    await send('PUT', path, { create_missing: true });
    const apply = async () => {
      await send('POST', `${path}/apply`);
      while ((await send('GET', path))['status'] === 'applying')
        await new Promise((resolve) => setTimeout(resolve, 50));
    };
    applied = Math.min(applied, await processorTime(client, apply));
    undone = Math.min(undone, await processorTime(client, () => send('POST', `${path}/undo`)));
  }
  record({
    name: `undo of an import of ${rows} rows`,
    said: `${undone.toFixed(0)} ms of the processor, of ${applied.toFixed(0)} ms for applying it`,
    ratio: undone / applied,
    aim: { most: 2.5 },
  });
  await client.end();
  await app.stop();
}

async function call(
  app: App,
  cookie: string,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  payload?: object,
  headers: Record<string, string> = {},
): Promise<Record<string, unknown>> {
  const answer = await app.server.inject({
    method,
    url: path,
    headers: { cookie, ...headers },
    ...(payload && { payload }),
  });
  if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.body.slice(0, 200)}`);
  return answer.json().results;
}
