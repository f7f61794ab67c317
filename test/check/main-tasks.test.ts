import { expect, test } from 'vitest';
import { features } from '#src/features.ts';
import { mainTasks } from '../engines/main-tasks.ts';

test('every feature has a main task, which other browsers walk', () => {
  const walked = new Set(mainTasks({ code: '', sheet: '', cover: '', content: '' }).map(({ of }) => of));
  expect(features.map(({ name }) => name).filter((name) => !walked.has(name))).toEqual([]);
});
