import type { ExportedTables } from '#kernel/work/exported-tables.ts';
import { exportOnix } from './write/onix-export.read.ts';

/** All books as a message, which systems of the book trade read. */
export const onixExported: ExportedTables = {
  tables: [],
  documents: [
    {
      file: 'onix/books.xml',
      about: 'All books as an ONIX for Books 3.0 message',
      write: async (ctx) => {
        const order = { key: 'bid', descending: false } as const;
        const { blocks } = await exportOnix(ctx, { selection: { filter: {}, except: [] }, order, prices: [] });
        return blocks;
      },
    },
  ],
};
