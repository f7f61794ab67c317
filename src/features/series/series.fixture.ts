import type { Office } from '#test/app.ts';
import { levelTitle, seriesTitle } from './series.factory.ts';

/** Common steps of the tests of series and levels, through HTTP where a call exists. */
export function seriesDesk(office: () => Office) {
  const admin = () => office().admin;
  const addSeries = async (title: string): Promise<number> =>
    (await admin().form('/api/v1/series', { title })).json.results.ser_idx;
  const addLevel = async (serIdx: number, title: string): Promise<number> =>
    (await admin().form('/api/v1/level', { ser_idx: String(serIdx), title })).json.results.lev_idx;
  return {
    addSeries,
    addLevel,
    /** Adds Series 1 to n; returns their ids in order. */
    addManySeries: async (count: number): Promise<number[]> => {
      const ids = [];
      for (let n = 1; n <= count; n++) ids.push(await addSeries(seriesTitle(n)));
      return ids;
    },
    /** Adds Level 1 to n of a series; returns their ids in order. */
    addManyLevels: async (serIdx: number, count: number): Promise<number[]> => {
      const ids = [];
      for (let n = 1; n <= count; n++) ids.push(await addLevel(serIdx, levelTitle(n)));
      return ids;
    },
    /** Adds a book of a level, as another feature would. */
    addBook: async (serIdx: number, levIdx: number, title: string, db = office().db): Promise<void> => {
      const at = new Date(0).toISOString();
      const bid = `b${serIdx}-${levIdx}-${title}`;
      await db
        .insertInto('book')
        .values({
          bid,
          title,
          format: 'EPUB',
          ser_idx: serIdx,
          lev_idx: levIdx,
          isbn_print: `${bid}p`,
          isbn_spindle: `${bid}s`,
          created_at: at,
          updated_at: at,
        })
        .execute();
    },
    order: async (): Promise<number[]> =>
      (await admin().get('/api/v1/series')).json.results.map((row: { ser_idx: number }) => row.ser_idx),
    levelOrder: async (serIdx: number): Promise<number[]> =>
      (await admin().get(`/api/v1/level?ser_idx=${serIdx}`)).json.results.map(
        (row: { lev_idx: number }) => row.lev_idx,
      ),
    places: async (): Promise<number[]> =>
      (await office().db.selectFrom('series').select('position').orderBy('position').execute()).map(
        (row) => row.position,
      ),
    levelPlaces: async (serIdx: number): Promise<number[]> => {
      const rows = await office()
        .db.selectFrom('level')
        .select('position')
        .where('ser_idx', '=', serIdx)
        .orderBy('position')
        .execute();
      return rows.map((row) => row.position);
    },
    trail: () =>
      office()
        .db.selectFrom('audit')
        .select(['entity', 'entity_id', 'action', 'actor', 'before', 'after'])
        .orderBy('audit_idx')
        .execute(),
    clear: async (): Promise<void> => {
      for (const table of ['book', 'series', 'audit', 'change'] as const) await office().db.deleteFrom(table).execute();
    },
  };
}
