import type { Page } from '#kernel/db/paging.ts';
import type { ListedPage } from '#ui/page/record-steps.ts';

/** The key under which the list of reservations is remembered, for stepping through it. */
export const reservationList = 'reservation';

/** The reservations of a page of the list, from the props of its view. */
export function listedReservations(props: Record<string, unknown>): ListedPage | null {
  const { reservations } = props;
  if (!isPage(reservations)) return null;
  return {
    ids: reservations.rows.map(({ res_idx }) => String(res_idx)),
    page: reservations.page,
    total: reservations.total,
  };
}

const isPage = (value: unknown): value is Page<{ res_idx: number }> =>
  typeof value === 'object' && value !== null && 'rows' in value;
