import type { FigureSource } from '#kernel/desk/home.ts';
import { countChangesByDay } from '#kernel/records/acts-by-day.ts';
import { collectionEntity } from './collection-record.service.ts';

/** The number of changes to collections. */
export const changesFigure: FigureSource = {
  label: 'collection.figure_changes',
  href: (since) => `/audit?${new URLSearchParams({ entity: collectionEntity, since })}`,
  find: (ctx, since) => countChangesByDay(ctx, collectionEntity, since),
};
