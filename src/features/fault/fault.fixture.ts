import { bookRow } from '#features/book/book.factory.ts';
import type { Office } from '#test/app.ts';
import { must } from '#test/must.ts';

/** The steps of tests of faults, with books as earlier versions of the product stored them. */
export function faultDesk(office: () => Office) {
  const admin = () => office().admin;
  let count = 0;
  return {
    /** Adds a book that has these texts, whatever is accepted today; returns its bid. */
    async book(texts: Record<string, unknown> = {}): Promise<string> {
      count += 1;
      const row = bookRow(count);
      must(await admin().post('/api/v1/book', { books: [row], create_missing: true }));
      if (Object.keys(texts).length > 0)
        await office().db.updateTable('book').set(texts).where('bid', '=', `B${count}`).execute();
      return `B${count}`;
    },
    field: async (bid: string, name: string): Promise<unknown> =>
      must(await admin().get(`/api/v1/book?bid=${bid}`))[0][name],
    rows: async (fault: string, query = '') => must(await admin().get(`/api/v1/fault/${fault}${query}`)).rows,
    /** The ids of the records at fault. */
    ids: async (fault: string, query = ''): Promise<string[]> =>
      must(await admin().get(`/api/v1/fault/${fault}${query}`)).rows.map(({ id }: { id: string }) => id),
    fix: async (fault: string, body: object) => must(await admin().post(`/api/v1/fault/${fault}/fix`, body)),
    dismiss: async (fault: string, body: object) => must(await admin().post(`/api/v1/fault/${fault}/dismiss`, body)),
    foresee: async (act: number) => must(await admin().get(`/api/v1/act/${act}`)).undo,
    undo: async (act: number, ids?: string[]) => must(await admin().post(`/api/v1/act/${act}/undo`, ids && { ids })),
    clear: async () => {
      for (const table of ['fault_dismissed', 'release', 'book'] as const)
        await office().db.deleteFrom(table).execute();
    },
  };
}
