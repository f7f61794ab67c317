import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Changes, type FollowedOffice, followOffice, NoStream } from './followed-office.ts';

/** How the office answers each request in turn; later ones as the last. */
type Turn = (response: http.ServerResponse, request: http.IncomingMessage) => void;

let server: http.Server;
let office: FollowedOffice;
let turns: Turn[];
/** What the office was given to follow from, `now` where there was none. */
let cursors: string[];
beforeEach(async () => {
  cursors = [];
  server = http.createServer((request, response) => {
    cursors.push(
      String(request.headers['last-event-id'] ?? new URL(request.url ?? '', 'http://x').searchParams.get('from')),
    );
    turns[Math.min(cursors.length, turns.length) - 1]?.(response, request);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  office = { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, key: 'open' };
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const event = (id: string, bid: string) => `id: ${id}\ndata: ${JSON.stringify({ kind: 'book', id: bid })}\n\n`;
const says =
  (...pieces: string[]): Turn =>
  (response) =>
    response.end(pieces.join(''));
const refuses =
  (status: number, headers: http.OutgoingHttpHeaders = {}): Turn =>
  (response) =>
    response.writeHead(status, headers).end('no');

/** What is heard until so many books have changed. */
async function hear(books: number, { after, silentMs }: { after?: string; silentMs?: number } = {}) {
  const heard: Changes[] = [];
  const stopping = new AbortController();
  const following = { after, signal: stopping.signal, ...(silentMs !== undefined && { silentMs }) };
  for await (const one of followOffice(office, following)) {
    heard.push(one);
    if (heard.flatMap(({ changes }) => changes).length >= books) stopping.abort();
  }
  return heard;
}
const booksIn = (heard: readonly Changes[]) => heard.flatMap(({ changes }) => changes.map(({ id }) => id));

test('a stream that is cut, also within an event, is opened again behind the last whole one: none is lost or repeated', async () => {
  turns = [says('id: 1\n\n', event('2', 'B2'), 'id: 3\ndata: {"ki'), says(event('3', 'B3'), event('4', 'B4'))];
  const heard = await hear(3);
  expect(booksIn(heard)).toEqual(['B2', 'B3', 'B4']);
  expect(heard.filter(({ isAnew }) => isAnew)).toHaveLength(1);
  expect(heard.at(-1)?.cursor).toBe('4');
  expect(cursors).toEqual(['now', '2']);
});

test('where the office does not know the cursor any more, everything counts as changed', async () => {
  turns = [refuses(410), says(event('9', 'B9'))];
  const heard = await hear(1, { after: '5' });
  expect(heard).toEqual([{ isAnew: true, changes: [{ kind: 'book', id: 'B9' }], cursor: '9' }]);
  expect(cursors).toEqual(['5', 'now']);
});

test('an office that is away, busy or silent is tried again with the same cursor', async () => {
  turns = [
    (_response, request) => request.socket.destroy(),
    refuses(503, { 'retry-after': '0' }),
    refuses(502),
    (response) => void response.write('id: 6\n\n'),
    says(event('7', 'B7')),
  ];
  expect(booksIn(await hear(1, { after: '5', silentMs: 2000 }))).toEqual(['B7']);
  expect(cursors).toEqual(['5', '5', '5', '5', '6']);
});

test.each([401, 403, 404])('a key that opens nothing ends it: %s', async (status) => {
  turns = [refuses(status)];
  await expect(hear(1)).rejects.toThrow(NoStream);
  expect(cursors).toHaveLength(1);
});
