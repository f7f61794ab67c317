import { pipeline, type Readable, Transform } from 'node:stream';
import { StorageError } from './storage.ts';

interface CountedStream {
  stream: Readable;
  size(): number;
  /** Why the source failed; the reader of the stream may report it differently. */
  failure(): Error | undefined;
}

/** Passes a source through and counts its bytes; fails with storage.too_large beyond `maxBytes`. */
export function countedStream(source: Readable, maxBytes = Number.POSITIVE_INFINITY): CountedStream {
  let size = 0;
  let failure: Error | undefined;
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size > maxBytes) done(new StorageError('storage.too_large', { detail: `over ${maxBytes} bytes` }));
      else done(null, chunk);
    },
  });
  const stream = pipeline(source, counter, (error) => {
    failure = error ?? undefined;
  });
  return { stream, size: () => size, failure: () => failure };
}
