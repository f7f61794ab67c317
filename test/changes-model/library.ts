import { sql } from 'kysely';
import type { releaseDesk } from '#features/release/release.fixture.ts';
import type { Office, Person } from '#test/app.ts';
import type { Model, Value } from './model.ts';

export const cids = ['a', 'b', 'c'];
export const bookFields = ['title', 'author', 'genre', 'narrator'] as const;
export const textLocales = ['en', 'ko', 'es'] as const;
export const textFields = ['title', 'summary'] as const;
export const collectionFields = ['is_public', 'cefr_level', 'label', 'exposed_type', 'prices', 'lock'] as const;

/** A library that three people change on two instances of the product, beside a model of it. */
export interface Library {
  model: Model;
  people: Person[];
  offices: Office[];
  desk: ReturnType<typeof releaseDesk>;
  first: number;
  level: number;
  group: number;
  bids: string[];
  /** By bid, as contents name them. */
  bidxs: Map<string, number>;
  /** By cid. */
  cidxs: Map<string, number>;
  /** What each version of a collection has, by number. */
  versions: Map<string, Map<number, ReadonlyMap<string, Value>>>;
}

/** The number of the last act in the trail. */
export async function lastAct({ offices: [office] }: Library): Promise<number> {
  const rows = office && (await sql<{ act: number }>`select max(act_idx) as act from audit`.execute(office.db)).rows;
  return rows?.[0]?.act ?? 0;
}

/** When books were published, as the database has it (seconds), or 0: an undo brings the moment back, too. */
export async function publishedAt({ offices: [office] }: Library, bid: string): Promise<number> {
  const { rows } = office
    ? await sql<{ at: number }>`
        select coalesce(extract(epoch from published_at), 0)::float8 as at from book where bid = ${bid}`.execute(
        office.db,
      )
    : { rows: [] };
  return rows[0]?.at ?? 0;
}
