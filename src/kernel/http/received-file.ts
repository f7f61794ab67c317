import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { FastifyRequest } from 'fastify';
import type { Storage } from '../storage/storage.ts';
import { readOneFile } from './file-form.ts';

/** An uploaded file: its key and its original name. */
export interface ReceivedFile {
  key: string;
  name: string;
}

/** What a form's file must be. */
export interface ExpectedFile {
  /** Of its key. */
  prefix: string;
  /** The endings that it may have. */
  endings: readonly string[];
  maxBytes: number;
  /** Thrown if it has another ending. */
  wrongEnding: () => Error;
  /** Thrown if there is none. */
  noFile: () => Error;
}

/** Stores the single file of a form; one with another ending is not stored. */
export async function receiveFile(
  storage: Storage,
  request: FastifyRequest,
  expected: ExpectedFile,
  { durable = true } = {},
): Promise<ReceivedFile> {
  const received = await readOneFile(request, {
    store: async ({ name, source }) => {
      const ending = path.extname(name).toLowerCase();
      if (!expected.endings.includes(ending)) throw expected.wrongEnding();
      const key = `${expected.prefix}${randomUUID()}${ending}`;
      await storage.put(key, source, { maxBytes: expected.maxBytes, durable });
      return { key, name };
    },
    discard: ({ key }) => storage.remove(key),
  });
  if (!received) throw expected.noFile();
  return received;
}

/** Runs `act` with the single file of a form as a local file, which is removed afterwards. */
export async function withReceivedFile<T>(
  storage: Storage,
  request: FastifyRequest,
  expected: ExpectedFile,
  act: (file: string, name: string) => Promise<T>,
): Promise<T> {
  const { key, name } = await receiveFile(storage, request, expected, { durable: false });
  try {
    return await storage.withFile(key, (file) => act(file, name));
  } finally {
    await storage.remove(key);
  }
}
