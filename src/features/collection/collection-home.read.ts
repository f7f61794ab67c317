import { pagingLimit } from '#kernel/db/paging.ts';
import type { CachedCounts } from '#kernel/desk/cached-counts.ts';
import type { FigureSource, Task, TaskFinder } from '#kernel/desk/home.ts';
import { localeNames, locales } from '#kernel/messages/locale.ts';
import { countChangesByDay } from '#kernel/records/acts-by-day.ts';
import type { CollectionWords } from './collection.messages.ts';
import { collectionEntity } from './collection-record.service.ts';
import { matrixQueries } from './localize/localize.contract.ts';
import { countMatrix } from './localize/matrix.read.ts';

const lacks = ['missing', 'outdated'] as const;

/** Languages in which public collections have missing or outdated texts; counted in the background. */
export const languageTasks =
  (counts: CachedCounts): TaskFinder =>
  async (ctx) => {
    const t = ctx.translate<CollectionWords>();
    return lacks.flatMap((lack) =>
      locales.flatMap((locale): Task[] => {
        const query = { is_public: 'O', [lack]: locale };
        const count = counts.get(`public collections ${lack} in ${locale}`, {
          kinds: [collectionEntity],
          count: (of) => countMatrix(of, matrixQueries.address.parse(query)),
        });
        if (!count) return [];
        const title = t(`collection.task_${lack}`, {
          count: Math.min(count, pagingLimit),
          language: localeNames[locale],
        });
        const href = `/collection/matrix?${new URLSearchParams(query)}`;
        const line = t(`collection.task_${lack}_line`);
        const task = { kind: `collection.tasks_${lack}`, id: locale, name: localeNames[locale], count };
        return [{ ...task, level: 'note', title, line, href, act: t('collection.task_show') }];
      }),
    );
  };

/** The number of changes to collections. */
export const changesFigure: FigureSource = {
  label: 'collection.figure_changes',
  href: (since) => `/audit?${new URLSearchParams({ entity: collectionEntity, since })}`,
  find: (ctx, since) => countChangesByDay(ctx, collectionEntity, since),
};
