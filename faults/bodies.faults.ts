import { once } from 'node:events';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { importCsv, importRow } from '#features/import/import.factory.ts';
import { type Fault, underLoad } from './load.ts';
import type { Office } from './office.ts';

const sockets = 200;
const openMs = 3000;

/** Requests that stall after their beginning, or end before the announced length. */
async function breakOff(office: Office, head: string, body: string, end: boolean): Promise<void> {
  const { hostname, port } = new URL(office.url);
  const all = Array.from({ length: sockets }, () => net.connect(Number(port), hostname));
  await Promise.all(
    all.map(async (socket) => {
      socket.on('error', () => undefined);
      await once(socket, 'connect');
      socket.write(`${head}\r\nhost: office\r\ncontent-length: 1000000\r\n\r\n${body}`);
      if (end) socket.end();
    }),
  );
  await sleep(openMs);
  for (const socket of all) socket.destroy();
}

/** A call that must be rejected as invalid input. */
async function refused(office: Office, body: object): Promise<void> {
  const { status, text } = await office.request('POST', '/api/v1/age_group', body);
  if (![400, 413].includes(status)) throw new Error(`a hostile body was answered ${status}: ${text.slice(0, 200)}`);
}

const manyKeys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, n]));

/** Sheets of 5,000 rows, all sent at once: accepted, or told to retry. */
async function uploadTen(office: Office): Promise<void> {
  const sheet = importCsv(Array.from({ length: 5000 }, (_, n) => importRow(n)));
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => {
      const form = new FormData();
      form.append('file', new Blob([sheet]), 'books.csv');
      return office.request('POST', '/api/v1/import', form);
    }),
  );
  const wrong = answers.filter(({ status }) => ![200, 429, 503].includes(status));
  if (wrong[0]) throw new Error(`${wrong.length} uploads at once failed: ${wrong[0].status} ${wrong[0].text}`);
  if (!answers.some(({ status }) => status === 200)) throw new Error('none of ten uploads at once was taken');
}

const form = 'content-type: multipart/form-data; boundary=b';
const part = '--b\r\ncontent-disposition: form-data; name="file"; filename="books.csv"\r\n\r\nbid,title';

const kinds: Record<string, (office: Office) => Promise<unknown>> = {
  'bodies of many keys': (office) =>
    Promise.all(Array.from({ length: 20 }, (_, n) => refused(office, manyKeys(n % 2 ? 60_000 : 200_000)))),
  '200 bodies that never end': (office) =>
    breakOff(office, 'POST /api/v1/age_group HTTP/1.1\r\ncontent-type: application/json', '{"title": "', false),
  '200 forms that end too early': (office) => breakOff(office, `POST /api/v1/import HTTP/1.1\r\n${form}`, part, true),
  'ten sheets are uploaded at once': uploadTen,
};

export const bodyFaults: Fault[] = Object.entries(kinds).map(([name, cause]) => ({
  name,
  run: (office) => underLoad(office, () => cause(office)),
}));
