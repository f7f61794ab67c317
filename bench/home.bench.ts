import { fillCodes } from './codes-list.bench.ts';
import { type BenchServer, best, codesOf, fillBooks, openBenchApp, record } from './kit.ts';

const books = 1_000_000;
const codes = codesOf(10_000_000);
const limitMs = 60;

/** The start page with a million books, all added this week, and ten million codes. */
export async function benchHome(server: BenchServer): Promise<void> {
  const url = await server.database('bench_home');
  await fillBooks(url, books);
  await fillCodes(url, codes);
  const { app, cookie } = await openBenchApp(url);
  const taken = await best(20, () => app.server.inject({ url: '/', headers: { cookie } }));
  record({
    name: `start page of ${books} books and ${codes} codes`,
    said: `${taken.toFixed(1)} ms of ${limitMs} ms`,
    ratio: taken / limitMs,
    aim: { most: 1 },
  });
  await app.stop();
}
