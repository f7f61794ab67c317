import type { Context } from '../work/context.ts';
import { type DayCount, daysUntil } from '../work/days.ts';

/** Urgency: something failed, something waits, something could be better. */
const levels = ['problem', 'warning', 'note'] as const;

/** A task waiting for staff, in the reader's language. */
export interface Task {
  level: (typeof levels)[number];
  title: string;
  /** One line of detail. */
  line: string;
  /** Where it is dealt with, and the label of the button leading there. */
  href: string;
  act: string;
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
  /** Whether there are more than were counted. */
  more: boolean;
  /** The URL of a list of those counted. */
  href: string | null;
}

/** How many tasks the page shows. */
export const shownTasks = 20;
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

  /** The most urgent tasks. A failing finder loses only its own tasks: `failed` is called, and the answer counts it. */
  async tasks(ctx: Context, failed: (error: unknown) => void): Promise<{ tasks: Task[]; failures: number }> {
    const found = await Promise.all(this.finders.map((find) => orNull(() => find(ctx), failed)));
    const tasks = found
      .flatMap((part) => part ?? [])
      .toSorted((a, b) => levels.indexOf(a.level) - levels.indexOf(b.level))
      .slice(0, shownTasks);
    return { tasks, failures: found.filter((part) => part === null).length };
  }

  /** The figures of the last seven days, in the order they were added. */
  async figures(ctx: Context, failed: (error: unknown) => void): Promise<Figure[]> {
    const days = daysUntil(ctx, shownDays);
    return Promise.all(
      this.sources.map(async (source) => {
        const found = await orNull(() => source.find(ctx, days[0] ?? ''), failed);
        const counts = new Map(found?.map(({ day, count }) => [day, count]));
        const count = counts.values().reduce((sum, one) => sum + one, 0);
        return {
          label: ctx.text(source.label, { count }),
          days: found && days.map((day) => counts.get(day) ?? 0),
          more: found?.some(({ more }) => more) ?? false,
          href: source.href?.(days[0] ?? '') ?? null,
        };
      }),
    );
  }
}

async function orNull<T>(find: () => Promise<T>, failed: (error: unknown) => void): Promise<T | null> {
  try {
    return await find();
  } catch (error) {
    failed(error);
    return null;
  }
}
