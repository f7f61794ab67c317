import type { Task } from '#kernel/desk/home.ts';

/** How many things each task of a row is about, by task. */
export type Things = Readonly<Record<string, number>>;

export const thingsOf = (tasks: readonly Task[]): Things =>
  Object.fromEntries(tasks.map(({ id, count = 1 }) => [String(id), count]));

/** Whether there is more to do than before: a task is new, or about more things. */
export const hasGrown = (now: Things, before: Things): boolean =>
  Object.entries(now).some(([id, count]) => count > (before[id] ?? 0));
