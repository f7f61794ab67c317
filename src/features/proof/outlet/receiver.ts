import { type FileHandle, open } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { TrailReceiver } from '#kernel/config/config.ts';

// In all, with its answer. Milliseconds.
const answersWithinMs = 20_000;

/** Gives lines to the receiver; they are there for good once it resolves. Rejects with the reason if it does not take them. */
export const give = ({ url, token }: TrailReceiver, lines: string, signal: AbortSignal): Promise<void> =>
  url.protocol === 'file:' ? append(fileURLToPath(url), lines) : post(url, token, lines, signal);

async function append(path: string, lines: string): Promise<void> {
  const file = await open(path, 'a+', 0o640);
  try {
    const size = await cutTornEnd(file);
    try {
      await file.writeFile(lines);
      await file.sync();
    } catch (error) {
      // The half of a line, as on a full disk, would spoil the next one.
      await file.truncate(size);
      throw error;
    }
  } finally {
    await file.close();
  }
}

// How much is read at a time to find the end of the last whole line. Bytes.
const pieceBytes = 1 << 16;

/** Cuts off the half of a line that a killed process left, and answers the size then: that line comes once more, whole. */
async function cutTornEnd(file: FileHandle): Promise<number> {
  const { size } = await file.stat();
  for (let end = size; end > 0; ) {
    const from = Math.max(0, end - pieceBytes);
    const { buffer } = await file.read(Buffer.alloc(end - from), 0, end - from, from);
    const whole = from + buffer.lastIndexOf('\n') + 1;
    if (whole > from || from === 0) {
      if (whole < size) await file.truncate(whole);
      return whole;
    }
    end = from;
  }
  return 0;
}

async function post(url: URL, token: string | undefined, body: string, signal: AbortSignal): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    redirect: 'error',
    headers: {
      'content-type': 'application/x-ndjson',
      'user-agent': 'library-office-trail',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body,
    signal: AbortSignal.any([signal, AbortSignal.timeout(answersWithinMs)]),
  });
  await answer.body?.cancel();
  if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
}

/** Why it did not work, in a few words for administrators. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  const code = [error, cause].flatMap((one) => (one instanceof Error && 'code' in one ? String(one.code) : []))[0];
  return (code ?? error.message).slice(0, 200);
}
