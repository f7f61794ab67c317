import type { Page } from '#kernel/db/paging.ts';
import type { ListedPage } from '#ui/page/record-steps.ts';

/** The key under which the list of events is remembered, for stepping through it. */
export const eventList = 'event';

/** The events of a page of the list, from the props of its view. */
export function listedEvents({ events }: Record<string, unknown>): ListedPage | null {
  if (!isPage(events)) return null;
  return { ids: events.rows.map(({ event_idx }) => String(event_idx)), page: events.page, total: events.total };
}

const isPage = (value: unknown): value is Page<{ event_idx: number }> =>
  typeof value === 'object' && value !== null && 'rows' in value;
