import { sql } from 'kysely';
import { importSentences } from '#features/word/many/sentence-bulk.service.ts';
import { sentenceRow } from '#features/word/sentence.factory.ts';
import { copyCell, copyInto } from '#kernel/db/copy.ts';
import type { Database } from '#kernel/db/database.ts';
import { systemCaller } from '#kernel/work/unit-of-work.ts';
import { type BenchServer, best, fillBooks, openWork, record } from './kit.ts';

const books = 2000;
const rows = 20_000;

/** Writing sentences with their words, compared with COPY of the same rows into the same tables with their indexes. */
export async function benchSentences(server: BenchServer): Promise<void> {
  const url = await server.database('bench_sentences');
  await fillBooks(url, books);
  const { work, db, close } = openWork(url);
  const sentences = Array.from({ length: rows }, (_, n) => sentenceRow(n, `G${1 + (n % books)}`));
  const copied = await bestOfEmpty(db, () => rawCopy(db));
  const written = await bestOfEmpty(db, () =>
    work.write(systemCaller('bench'), (ctx) => importSentences(ctx, sentences)),
  );
  record({
    name: `write ${rows} sentences and their words`,
    said: `${written.toFixed(0)} ms of a raw COPY ${copied.toFixed(0)} ms`,
    ratio: written / copied,
    aim: { most: 3 },
  });
  await close();
}

async function bestOfEmpty(db: Database, act: () => Promise<unknown>): Promise<number> {
  let shortest = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 5; run++) {
    await sql`truncate word, sentence, act_record`.execute(db);
    shortest = Math.min(shortest, await best(1, act));
  }
  return shortest;
}

function rawCopy(db: Database): Promise<void> {
  const lines = (cells: (n: number) => string[]) =>
    (async function* () {
      for (let start = 0; start < rows; start += 500) {
        yield Array.from(
          { length: 500 },
          (_, n) =>
            `${cells(start + n)
              .map(copyCell)
              .join('\t')}\n`,
        ).join('');
      }
    })();
  return db.transaction().execute(async (trx) => {
    await copyInto(
      trx,
      'word (word_idx, bidx, word)',
      lines((n) => [String(n), String(1 + (n % books)), `word_${n}`]),
    );
    await copyInto(
      trx,
      'sentence (word_idx, sentence, mdr_targeted)',
      lines((n) => [String(n), sentenceRow(n, '').sentence, sentenceRow(n, '').mdr_targeted]),
    );
  });
}
