import { client } from '../api.ts';
import { createSignal } from '../signal.ts';
import type { liveApi } from '#kernel/desk/live.contract.ts';

const call = client<typeof liveApi>();

const moved = createSignal();

/** Calls back when somebody may have changed how many things the buttons about a record lead to. */
export const watchMarks = moved.listen;
export const refreshMarks = moved.notify;

/** What is counted: a record, or a part of one. */
export interface Counted {
  kind: string;
  id: string;
}

/** What there is about the fields of a record; `href` leads to that of the field whose name is put at its end. */
export type FieldCounts = NonNullable<ResultsOf>;
type ResultsOf = Awaited<ReturnType<typeof readFieldMarks>>;

/** How many things there are about each field of a record now; null if there can be none. */
export const readFieldMarks = async (of: Counted) => (await call('GET /api/v1/mark/field', { query: of })).results;

/** The numbers of the buttons about a record now, by address. */
export async function readMarks({ kind, id }: Counted): Promise<ReadonlyMap<string, number>> {
  const { results } = await call('GET /api/v1/mark', { query: { kind, id } });
  return new Map(results.map(({ href, count }) => [href, count]));
}
