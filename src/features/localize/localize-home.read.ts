import { collectionEntity } from '#features/collection/collection.public.ts';
import { pagingLimit } from '#kernel/db/paging.ts';
import type { CachedCounts } from '#kernel/desk/cached-counts.ts';
import type { Task, TaskFinder } from '#kernel/desk/home.ts';
import { localeNames, locales } from '#kernel/messages/locale.ts';
import { matrixQueries } from './localize.contract.ts';
import type { LocalizeWords } from './localize.messages.ts';
import { countMatrix } from './matrix.read.ts';

const lacks = ['missing', 'outdated'] as const;

/** Languages in which public collections have missing or outdated texts; counted in the background. */
export const languageTasks =
  (counts: CachedCounts): TaskFinder =>
  async (ctx) => {
    const t = ctx.translate<LocalizeWords>();
    return lacks.flatMap((lack) =>
      locales.flatMap((locale): Task[] => {
        const query = { is_public: 'O', [lack]: locale };
        const count = counts.get(`public collections ${lack} in ${locale}`, {
          kinds: [collectionEntity],
          count: (of) => countMatrix(of, matrixQueries.address.parse(query)),
        });
        if (!count) return [];
        const title = t(`localize.task_${lack}`, {
          count: Math.min(count, pagingLimit),
          language: localeNames[locale],
        });
        const href = `/collection/matrix?${new URLSearchParams(query)}`;
        const line = t(`localize.task_${lack}_line`);
        const task = { kind: `collection.tasks_${lack}`, id: locale, name: localeNames[locale], count };
        return [{ ...task, level: 'note', title, line, href, act: t('localize.task_show') }];
      }),
    );
  };
