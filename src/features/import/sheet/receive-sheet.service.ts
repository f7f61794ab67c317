import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { FastifyRequest } from 'fastify';
import { readOneFile } from '#kernel/http/file-form.ts';
import type { Storage } from '#kernel/storage/storage.ts';
import { importMessages } from '../import.messages.ts';
import { maxSheetBytes } from './import-upload.rules.ts';

/** A sheet that was uploaded: where it lies, and what it was called. */
export interface ReceivedSheet {
  key: string;
  name: string;
}

/** Keeps the one file of a form below `prefix`; anything but an .xlsx or .csv is refused and not kept. */
export async function receiveSheetFile(
  storage: Storage,
  request: FastifyRequest,
  prefix: string,
): Promise<ReceivedSheet> {
  const received = await readOneFile(request, {
    store: async ({ name, source }) => {
      const extension = path.extname(name).toLowerCase();
      if (!['.xlsx', '.csv'].includes(extension))
        throw importMessages.errorWith(415, 'import.wrong_extension', { field: 'file' });
      const key = `${prefix}${randomUUID()}${extension}`;
      await storage.put(key, source, { maxBytes: maxSheetBytes });
      return { key, name };
    },
    discard: ({ key }) => storage.remove(key),
  });
  if (!received) throw importMessages.errorWith(400, 'import.no_file', { field: 'file' });
  return received;
}

/** Runs `act` with the uploaded sheet as a file of this machine, which is let go of afterwards. */
export async function withReceivedSheet<T>(
  storage: Storage,
  request: FastifyRequest,
  act: (file: string, name: string) => Promise<T>,
): Promise<T> {
  const { key, name } = await receiveSheetFile(storage, request, 'staging/sheets/');
  try {
    return await storage.withFile(key, (file) => act(file, name));
  } finally {
    await storage.remove(key);
  }
}
