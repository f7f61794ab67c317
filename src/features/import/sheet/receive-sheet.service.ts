import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { FastifyRequest } from 'fastify';
import { readOneFile } from '#kernel/http/file-form.ts';
import type { Storage } from '#kernel/storage/storage.ts';
import { importMessages } from '../import.messages.ts';
import { maxSheetBytes } from './import-upload.rules.ts';

/** An uploaded sheet: its key and its original name. */
export interface ReceivedSheet {
  key: string;
  name: string;
}

const sheets = ['.xlsx', '.csv'];

/** Stores the single file of a form below `prefix`; anything but a sheet or one of `others` is rejected and not stored. */
export async function receiveSheetFile(
  storage: Storage,
  request: FastifyRequest,
  prefix: string,
  others: readonly string[] = [],
): Promise<ReceivedSheet> {
  const received = await readOneFile(request, {
    store: async ({ name, source }) => {
      const extension = path.extname(name).toLowerCase();
      const accepted = [...sheets, ...others];
      if (!accepted.includes(extension))
        throw importMessages.errorWith(
          415,
          'import.wrong_extension',
          { field: 'file' },
          { kinds: accepted.join(', ') },
        );
      const key = `${prefix}${randomUUID()}${extension}`;
      await storage.put(key, source, { maxBytes: maxSheetBytes });
      return { key, name };
    },
    discard: ({ key }) => storage.remove(key),
  });
  if (!received) throw importMessages.errorWith(400, 'import.no_file', { field: 'file' });
  return received;
}

/** Runs `act` with the uploaded sheet as a local file, which is removed afterwards. */
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
