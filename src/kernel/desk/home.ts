import type { Context } from '../work/context.ts';
import { type DayCount, daysUntil } from '../work/days.ts';

/** Urgency: something failed, something waits, something could be better. */
const levels = ['problem', 'warning', 'note'] as const;

/** An act that deals with a task where it stands, in the reader's language. */
export interface TaskDeed {
  label: string;
  /** The call that does it, and what it is sent. */
  call: `${'POST' | 'PUT' | 'DELETE'} /api/v1/${string}`;
  body?: Readonly<Record<string, unknown>>;
  /** What to say afterwards, with Undo if it was an act. */
  done: string;
  /** Readers feel it: asks first with the question that the call answers with `dry_run`. */
  asks?: boolean;
  /** The call that reverses what is no act. */
  back?: Pick<TaskDeed, 'call' | 'body'>;
}

/** A task waiting for staff, in the reader's language. */
export interface Task {
  /**
   * The message key of the title of several such tasks, which share a row: {count} things in {tasks} tasks. For a task
   * that is the only one of its kind, the key of its own title.
   */
  kind: string;
  /** What tells it from others of its kind: the key of an import. */
  id: string | number;
  /** What it is called in a row of several. */
  name: string;
  level: (typeof levels)[number];
  /** How many things it is about, if it is about more than one. */
  count?: number;
  title: string;
  /** One line of detail. */
  line: string;
  /** Where it is dealt with, and the label of the button leading there. */
  href: string;
  act: string;
  /** What can be done about it at once. */
  deeds?: readonly TaskDeed[];
  /** It is only in the inbox of the person who is asked: nobody else can take it. All of its kind are. */
  isOwn?: boolean;
  /** Nobody is mailed about it: it is about mail that does not arrive. */
  isUnmailed?: boolean;
}

/** The tasks of one kind, as one row of the start page. */
export interface TaskRow extends Pick<Task, 'kind' | 'level' | 'title' | 'line'> {
  tasks: Task[];
}

/** The most urgent tasks first, at most {@link shownTasks}. */
export type TaskFinder = (ctx: Context) => Promise<Task[]>;

/** A figure for the last week. */
export interface FigureSource {
  /** The message key of its label, with {count}: 'books added'. */
  label: string;
  /** The URL of a list of exactly those since a day, 'YYYY-MM-DD', if there is one. */
  href?: (since: string) => string;
  /** The count for each day from `since` on; days with none may be absent. Its cost must not grow with the library. */
  find(ctx: Context, since: string): Promise<DayCount[]>;
}

/** A figure as the page shows it. */
export interface Figure {
  label: string;
  /** One count a day, today's last; null if it could not be counted. */
  days: number[] | null;
  /** How many there were in the seven days before. */
  before: number;
  /** Whether there are more than were counted. */
  more: boolean;
  /** The URL of a list of those counted. */
  href: string | null;
}

/** How many tasks of a kind are found, and how many rows the page shows. */
export const shownTasks = 20;
// How many tasks a row lists by name.
const named = 3;
const shownDays = 7;

/** The registry behind the start page: features add tasks for staff, and figures of the week. */
export class Home {
  private readonly finders: TaskFinder[] = [];
  private readonly sources: FigureSource[] = [];

  addTasks(finder: TaskFinder): void {
    this.finders.push(finder);
  }

  addFigure(source: FigureSource): void {
    this.sources.push(source);
  }

  /**
   * The tasks, a row for each kind, the most urgent first. A failing finder loses only its own tasks: `failed` is called,
   * and the answer counts it.
   */
  async tasks(ctx: Context, failed: (error: unknown) => void): Promise<{ rows: TaskRow[]; failures: number }> {
    const found = await Promise.all(this.finders.map((find) => orNull(() => find(ctx), failed)));
    const tasks = found
      .flatMap((part) => part ?? [])
      .toSorted((a, b) => levels.indexOf(a.level) - levels.indexOf(b.level));
    const kinds = Map.groupBy(tasks, ({ kind }) => kind);
    const rows = [...kinds.values()].slice(0, shownTasks).map((alike) => rowOf(ctx, alike));
    return { rows, failures: found.filter((part) => part === null).length };
  }

  /** The figures of the last seven days and of those before, in the order they were added. */
  async figures(ctx: Context, failed: (error: unknown) => void): Promise<Figure[]> {
    const both = daysUntil(ctx, 2 * shownDays);
    const days = both.slice(shownDays);
    return Promise.all(
      this.sources.map(async (source) => {
        const found = await orNull(() => source.find(ctx, both[0] ?? ''), failed);
        const counts = new Map(found?.map(({ day, count }) => [day, count]));
        const of = (some: string[]) => some.map((day) => counts.get(day) ?? 0);
        return {
          label: ctx.text(source.label, { count: sum(of(days)) }),
          days: found && of(days),
          before: sum(of(both.slice(0, shownDays))),
          more: found?.some(({ day, more }) => more && days.includes(day)) ?? false,
          href: source.href?.(days[0] ?? '') ?? null,
        };
      }),
    );
  }
}

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);

function rowOf(ctx: Context, tasks: Task[]): TaskRow {
  const [{ kind, level, title, line }, ...others] = tasks as [Task, ...Task[]];
  if (others.length === 0) return { kind, level, title, line, tasks };
  const names = tasks.slice(0, named).map(({ name }) => name);
  const count = sum(tasks.map((task) => task.count ?? 1));
  return {
    kind,
    level,
    title: ctx.text(kind, { count, tasks: tasks.length }),
    line: names.join(', ') + (tasks.length > named ? ' …' : ''),
    tasks,
  };
}

async function orNull<T>(find: () => Promise<T>, failed: (error: unknown) => void): Promise<T | null> {
  try {
    return await find();
  } catch (error) {
    failed(error);
    return null;
  }
}
