import { overloaded, TaskQueue } from './task-queue.ts';

/**
 * Where work is done to see what it would do, and rolled back: each holds its locks, for seconds if it is on thousands of
 * records. Two at a time in this process, and 20 wait; the others are refused (503) until later.
 */
export const tries = new TaskQueue(2, { longest: 20, withinMs: 10_000, refusal: overloaded });
