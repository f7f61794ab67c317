import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

/** Lines in COPY's text format, in pieces of any size; see copyCell and copyArray. */
export class CopySource {
  readonly pieces: AsyncIterable<string>;
  constructor(pieces: AsyncIterable<string>) {
    this.pieces = pieces;
  }
}

/** Limits how long something may wait for the database. */
export type Wait = <T>(act: () => Promise<T>) => Promise<T>;

// Every write costs two messages to the database, however short. Characters.
const writtenAtOnce = 256 << 10;

/** The text in pieces large enough to be worth a write. */
async function* joined(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let text = '';
  for await (const piece of pieces) {
    text += piece;
    if (text.length < writtenAtOnce) continue;
    yield text;
    text = '';
  }
  if (text) yield text;
}

/**
 * What the driver runs when a statement's only value is a {@link CopySource}. Only the database's time is limited,
 * piece by piece: the pieces themselves may arrive as slowly as an upload does.
 */
export async function runCopy(
  client: pg.PoolClient,
  text: string,
  source: CopySource,
  wait: Wait,
): Promise<pg.QueryResult> {
  const stream = client.query(copyFrom(text));
  const done = finished(stream);
  // The failure is thrown below; without this it would be unhandled while a piece is still being produced.
  done.catch(() => undefined);
  try {
    // One piece is in flight while the next is produced.
    let taken: Promise<unknown> = Promise.resolve();
    for await (const piece of joined(source.pieces)) {
      const before = taken;
      await wait(() => before);
      if (stream.write(piece)) continue;
      taken = Promise.race([once(stream, 'drain'), done]);
      taken.catch(() => undefined);
    }
  } catch (error) {
    stream.destroy();
    await wait(() => done).catch(() => undefined);
    throw error;
  }
  stream.end();
  await wait(() => done);
  return { command: 'INSERT', rowCount: stream.rowCount, oid: 0, rows: [], fields: [] };
}
