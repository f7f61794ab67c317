import { sql } from 'kysely';
import { shownTasks, type Task, type TaskFinder } from '#kernel/desk/home.ts';
import { languageTag } from '#kernel/messages/locale.ts';
import type { Records } from '#kernel/records/records.ts';
import { staffOf } from '#kernel/work/actor.ts';
import type { Context } from '#kernel/work/context.ts';
import { today } from '#kernel/work/days.ts';
import { recordIsThere } from './subjects.store.ts';
import type { ThreadWords } from './thread.messages.ts';
import { namesOfThreads, recordsOf } from './thread.read.ts';
import { threadHref } from './thread.rules.ts';
import { excerptOf } from './thread-text.rules.ts';

/** What others ask of a person: the threads that mention them, and those that were handed to them. */
export const threadTasks =
  (records: Records): TaskFinder =>
  async (ctx) => {
    const staff = staffOf(ctx.actor);
    if (!staff) return [];
    return [
      ...(await handedTasks(ctx, records, staff.staffIdx)),
      ...(await mentionTasks(ctx, records, staff.staffIdx)),
    ];
  };

async function handedTasks(ctx: Context, records: Records, staffIdx: number): Promise<Task[]> {
  const t = ctx.translate<ThreadWords>();
  const { rows } = await sql<ThreadOfTask & { until: string }>`
    select t.thread_idx, t.kind, t.record_key, t.field, t.handed_until::text as until, last.text
    from thread t
    cross join lateral (
      select m.text from thread_message m where m.thread_idx = t.thread_idx and m.deleted_at is null
      order by m.msg_idx desc limit 1) last
    where t.handed_to = ${staffIdx} and t.resolved_at is null and ${recordIsThere('t')}
    order by t.handed_until, t.thread_idx limit ${shownTasks}`.execute(ctx.db);
  const day = new Intl.DateTimeFormat(languageTag(ctx.locale), { dateStyle: 'medium', timeZone: 'UTC' });
  return tasksOf(ctx, records, rows, ({ until }, name) => ({
    kind: 'thread.tasks_handed',
    level: until <= today(ctx) ? 'warning' : 'note',
    title: t('thread.task_handed', { name, day: day.format(Date.parse(until)) }),
  }));
}

async function mentionTasks(ctx: Context, records: Records, staffIdx: number): Promise<Task[]> {
  const t = ctx.translate<ThreadWords>();
  const { rows } = await sql<ThreadOfTask & { by: string; count: number }>`
    select t.thread_idx, t.kind, t.record_key, t.field, newest.text, newest.by, newest.count
    from (
      select m.thread_idx, max(m.msg_idx) as msg_idx, count(*) as count,
        (array_agg(m.text order by m.msg_idx desc))[1] as text,
        (array_agg(coalesce(s.name, '—') order by m.msg_idx desc))[1] as by
      from thread_mention n join thread_message m using (msg_idx) left join staff s on s.staff_idx = m.written_by
      where n.staff_idx = ${staffIdx} and n.seen_at is null group by m.thread_idx) newest
    join thread t using (thread_idx) where t.resolved_at is null and ${recordIsThere('t')}
    order by newest.msg_idx desc limit ${shownTasks}`.execute(ctx.db);
  return tasksOf(ctx, records, rows, ({ by, count, thread_idx }, name) => ({
    kind: 'thread.tasks_mentioned',
    level: 'note',
    count,
    title: t('thread.task_mentioned', { by, name }),
    deeds: [
      {
        label: t('thread.task_seen'),
        call: `POST /api/v1/thread/${thread_idx}/seen`,
        done: t('thread.task_seen_done'),
      },
    ],
  }));
}

interface ThreadOfTask {
  thread_idx: number;
  kind: string;
  record_key: string;
  field: string;
  /** Its newest message. */
  text: string;
}

async function tasksOf<T extends ThreadOfTask>(
  ctx: Context,
  records: Records,
  rows: readonly T[],
  more: (row: T, name: string) => Pick<Task, 'kind' | 'level' | 'title' | 'count' | 'deeds'>,
): Promise<Task[]> {
  const t = ctx.translate<ThreadWords>();
  const found = await recordsOf(ctx, rows);
  const names = await namesOfThreads(ctx, records, found);
  return found.map((row) => {
    const name = names.get(row.thread_idx) ?? row.id;
    return {
      id: row.thread_idx,
      name,
      line: excerptOf(row.text),
      href: threadHref(row.thread_idx),
      act: t('thread.task_open'),
      isOwn: true,
      ...more(row, name),
    };
  });
}
