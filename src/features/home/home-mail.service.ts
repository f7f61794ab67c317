import type { Figure, Task } from '#kernel/desk/home.ts';
import type { MailKind } from '#kernel/desk/mails.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import type { Context } from '#kernel/work/context.ts';
import { today } from '#kernel/work/days.ts';
import { type Caller, systemCaller } from '#kernel/work/unit-of-work.ts';
import type { HomeWords } from './home.messages.ts';
import { homeMailed, type MailedPerson } from './home-mail.store.ts';

const problems = { kind: 'problems', label: 'home.mail_problems', choice: { initial: true } } as const;
const warnings = { kind: 'warnings', label: 'home.mail_warnings', choice: { initial: false } } as const;
const own = { kind: 'own', label: 'home.mail_own', choice: { initial: true } } as const;
const week: MailKind = { kind: 'week', label: 'home.mail_week', choice: { initial: false } };

/** How many tasks a mail names. */
const named = 10;

/** Mails people what stands on their start pages: what failed, what others want of them, and the figures of the week. */
export function mailHome(kernel: Kernel): void {
  const { mails, jobs, config } = kernel;
  mails.define(problems, warnings, own, week);
  // Who is at their desk has seen it by then.
  const tasks = { cron: '*/5 * * * *', timeZone: config.timeZone };
  jobs.repeat('home.mail', tasks, ({ signal }) => forEach(kernel, signal, mailTasks));
  const mondays = { cron: '0 9 * * 1', timeZone: config.timeZone };
  jobs.repeat('home.week', mondays, ({ signal }) => forEach(kernel, signal, mailWeek));
}

type Act = (kernel: Kernel, person: MailedPerson, caller: Caller) => Promise<void>;

/** Acts for one person after the other: who fails does not keep mail from the others. */
async function forEach(kernel: Kernel, signal: AbortSignal, act: Act): Promise<void> {
  if (!kernel.mails.areSent) return;
  const system = systemCaller('home.mail');
  const failures: unknown[] = [];
  for (const person of await kernel.work.read(system, homeMailed.people)) {
    signal.throwIfAborted();
    const { locale, ...staff } = person;
    await act(kernel, person, { ...system, locale, actor: { ...staff, isAdmin: true, sessionId: '' } }).catch(
      (error: unknown) => failures.push(error),
    );
  }
  // Those that failed have another run; the others were noted, and are not mailed again.
  if (failures.length > 0) throw new AggregateError(failures, 'Mails about the start page could not be made.');
}

async function mailTasks({ home, work, jobs, mails }: Kernel, { staffIdx }: MailedPerson, caller: Caller) {
  const { rows, failures } = await work.read(caller, (ctx) => home.tasks(ctx, jobs.onError));
  const found = rows.flatMap((row) => row.tasks).filter((task) => kindOf(task) !== undefined);
  await work.write({ ...caller, actor: { system: true } }, async (ctx) => {
    const fresh = await homeMailed.note(ctx, staffIdx, found.map(keyOf), { isAll: failures === 0 });
    const isFresh = (task: Task) => fresh.has(keyOf(task));
    for (const kind of [problems, warnings, own] as const) {
      const tasks = found.filter((task) => isFresh(task) && kindOf(task) === kind);
      if (tasks.length === 0) continue;
      const t = ctx.translate<HomeWords>();
      const count = tasks.length;
      await mails.send(ctx, {
        kind,
        to: [{ staffIdx }],
        write: () => ({
          subject: t(`home.mail_${kind.kind}_subject`, { count }),
          // Titles alone: a line may quote what somebody wrote.
          lines: tasks.slice(0, named).map(({ title }) => title),
          link: { label: t('home.mail_open'), path: '/' },
        }),
      });
    }
  });
}

/** As what a task is mailed: what could be better is only on the start page. */
function kindOf({ level, isOwn, isUnmailed }: Task) {
  if (isUnmailed) return undefined;
  if (isOwn) return own;
  return { problem: problems, warning: warnings, note: undefined }[level];
}

const keyOf = ({ kind, id }: Task) => `${kind} ${id}`;

async function mailWeek({ home, work, jobs, mails }: Kernel, { staffIdx }: MailedPerson, caller: Caller) {
  const figures = await work.read(caller, (ctx) => home.figures(ctx, jobs.onError));
  await work.write({ ...caller, actor: { system: true } }, async (ctx) => {
    // A job that runs again finds the week noted.
    const fresh = await homeMailed.note(ctx, staffIdx, [`week ${today(ctx)}`], { isAll: false });
    if (fresh.size === 0) return;
    const t = ctx.translate<HomeWords>();
    await mails.send(ctx, {
      kind: week,
      to: [{ staffIdx }],
      write: () => ({
        subject: t('home.mail_week_subject'),
        lines: figures.flatMap((figure) => lineOf(ctx, figure)),
        link: { label: t('home.mail_open'), path: '/' },
      }),
    });
  });
}

/** '12 books added (9 in the week before)'. */
function lineOf(ctx: Context, { label, days, before }: Figure): string[] {
  if (days === null) return [];
  return [ctx.translate<HomeWords>()('home.mail_week_line', { label, before })];
}
