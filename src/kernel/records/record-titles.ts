import { sql } from 'kysely';
import type { DB } from '../db/schema.generated.ts';
import type { RecordKind } from './record-links.ts';

interface TitleColumns {
  /** The column with the id used in the audit trail. */
  key: string;
  title?: string;
  /** The key is text, not a number. */
  text?: true;
}

/** Looks up the titles of records whose table has a title column: `titlesIn('series', { key: 'ser_idx' })`. */
export const titlesIn =
  (table: keyof DB, { key, title = 'title', text }: TitleColumns): NonNullable<RecordKind['titles']> =>
  async (ctx, ids) => {
    const known = text ? ids : ids.filter((id) => /^\d{1,9}$/.test(id));
    const { rows } = await sql<{ id: string; title: string | null }>`
      select ${sql.ref(key)}::text as id, ${sql.ref(title)} as title from ${sql.table(table)}
      where ${sql.ref(key)} = any(${known}::text[]${text ? sql`` : sql`::integer[]`})`.execute(ctx.db);
    return new Map(rows.flatMap((row) => (row.title === null ? [] : [[row.id, row.title]])));
  };
