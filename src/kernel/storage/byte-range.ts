import type { ByteRange } from './storage.ts';

/**
 * Reads a Range header for an object of `size` bytes. Undefined means the whole object, which is also the allowed
 * answer to several ranges at once or to anything malformed; null means that no byte of the range exists (416).
 */
export function parseByteRange(header: string | undefined, size: number): Required<ByteRange> | null | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (!match) return undefined;
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return undefined;
  const start = first === '' ? Math.max(size - Number(last), 0) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(last) < start) return undefined;
  return start > end ? null : { start, end };
}
