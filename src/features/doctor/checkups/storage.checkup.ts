import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Checkup } from '#kernel/mount/checkup.ts';
import { stagingPrefix } from '#kernel/storage/storage-key.ts';
import { StorageError } from '#kernel/storage/storage.ts';

/** A file of its own is written, read and removed; what a killed process leaves is swept like an upload. */
export const storageCheckup: Checkup = {
  name: 'storage',
  label: 'doctor.check_storage',
  async find({ storage: open }) {
    const written = randomUUID();
    const key = `${stagingPrefix}doctor-${written}.txt`;
    const began = performance.now();
    try {
      const storage = await open();
      try {
        await storage.put(key, Readable.from([written]));
        if ((await text(await storage.open(key))) !== written) throw new Error('The file has another content.');
      } finally {
        await storage.remove(key);
      }
    } catch (error) {
      const reason =
        error instanceof StorageError ? error.code : error instanceof Error ? error.message : String(error);
      return {
        state: 'bad',
        says: [{ key: 'doctor.storage_failed' }, { key: reason }],
        act: { guide: 'operations' },
      };
    }
    const ms = Math.round(performance.now() - began);
    return { state: 'ok', says: [{ key: 'doctor.storage_ok', values: { ms } }] };
  },
};
