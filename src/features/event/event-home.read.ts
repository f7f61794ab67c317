import { sql } from 'kysely';
import type { Task } from '#kernel/desk/home.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import type { EventWords } from './event.messages.ts';
import { soonDays } from './list/event-filter.rules.ts';

// How many events a task lists by name.
const named = 3;

/** Running events that end soon, and those that are full. */
export async function eventTasks(ctx: Context): Promise<Task[]> {
  const now = inSeconds(ctx.now);
  const { rows } = await sql<Record<'ending' | 'full', string[]>>`
    select
      coalesce(array_agg(name order by until, event_idx) filter (where until <= ${now + soonDays * 86_400}), '{}') as ending,
      coalesce(array_agg(name order by until, event_idx)
        filter (where participant_limit > 0 and participants >= participant_limit), '{}') as full
    from event where not paused and "from" <= ${now} and until > ${now}`.execute(ctx.db);
  const { ending = [], full = [] } = rows[0] ?? {};
  const t = ctx.translate<EventWords>();
  const line = (names: readonly string[]) =>
    names.length > named ? `${names.slice(0, named).join(', ')} …` : names.join(', ');
  const task = (names: readonly string[], kind: 'full' | 'ending', query: Record<string, string>): Task[] => {
    const count = names.length;
    const title = t(`event.task_${kind}`, { count });
    return count === 0
      ? []
      : [
          {
            kind: `event.task_${kind}`,
            id: '',
            name: title,
            count,
            level: 'note',
            title,
            line: line(names),
            href: `/event?${new URLSearchParams({ status: 'in_progress', ...query })}`,
            act: t('event.task_show'),
          },
        ];
  };
  return [...task(full, 'full', { places: 'full' }), ...task(ending, 'ending', { ends: 'soon', sort: 'until' })];
}
