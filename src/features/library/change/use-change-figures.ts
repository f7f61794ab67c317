import { client } from '#client/api.ts';
import { type Effect, useForeseen } from '#ui/form/use-foreseen.ts';
import type { BookChange, bookBulkApi } from './book-bulk.contract.ts';

const call = client<typeof bookBulkApi>();

type Body = Parameters<typeof call<'PUT /api/v1/book/change'>>[1]['body'];

/** Sets the field; returns the result. */
export const changeBooks = async (body: Body, signal?: AbortSignal) =>
  (await call('PUT /api/v1/book/change', { body, ...(signal && { signal }) })).results;

/** The effect of a change, or why it cannot be made. */
export type ChangeFigures = Effect<Awaited<ReturnType<typeof changeBooks>>>;

/** Asks for the effect of a change as soon as it is chosen. */
export const useChangeFigures = (
  selection: Body['selection'],
  change: BookChange | null,
  during: (ask: () => ReturnType<typeof changeBooks>) => ReturnType<typeof changeBooks>,
): ChangeFigures =>
  useForeseen(
    change && { selection, change, dry_run: true },
    (wanted, signal) => during(() => changeBooks(wanted, signal)),
    'change',
  );
