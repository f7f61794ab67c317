import { command } from '../command.ts';
import { Misused, Refused } from '../failures.ts';
import { follow } from '../follow.ts';
import type { Act, Release, Undone, Work } from '../office-types.generated.ts';

/** Applies a release. */
export const releaseApply = command({
  name: 'release apply',
  usage: 'RELEASE',
  says: 'Apply a release now, whole or not at all. One that is applied stays as it is',
  options: {},
  takes: [1, 1],
  run: async (parts, [release = '']) => {
    const office = await parts.office();
    const address = `/api/v1/release/${numberOf(release)}`;
    const before = await office.get<Release>(address);
    const isDone = before.status === 'applied';
    parts.printer.whenInterrupted(`The office goes on. To see whether it was applied: office release apply ${release}`);
    if (!isDone) await office.post(`${address}/apply`);
    const { rel_idx, name, status, act_idx, count } = isDone ? before : await office.get<Release>(address);
    const undo = act_idx === null ? [] : [`To take it back: office undo ${act_idx}`];
    return {
      json: { rel_idx, name, status, act_idx, changes: count, is_new: !isDone },
      lines: [
        `${isDone ? 'It was applied already' : 'Applied'}: “${name}”, ${count} ${count === 1 ? 'change' : 'changes'}.`,
        ...undo,
      ],
    };
  },
});

/** Undoes an act. */
export const undo = command({
  name: 'undo',
  usage: 'ACT',
  says: 'Undo an act by its number, whole. Records that were changed since are kept as they are',
  options: {},
  takes: [1, 1],
  run: async (parts, [act = '']) => {
    const office = await parts.office();
    const address = `/api/v1/act/${numberOf(act)}`;
    const before = await office.get<Act>(address);
    if (before.undone) {
      const who = before.undone.actor ?? 'the office';
      return {
        json: { act_idx: before.act_idx, is_new: false, undone: before.undone },
        lines: [`It was undone already, by ${who}.`],
      };
    }
    if (!before.undo) throw new Refused('This cannot be undone.', { code: 'undo.impossible' });
    parts.printer.whenInterrupted(`The office goes on. To see whether it was undone: office undo ${act}`);
    const { back, kept, work_idx } = await office.post<Undone>(`${address}/undo`);
    const work =
      work_idx === undefined
        ? undefined
        : await follow(parts.printer, {
            what: 'Undoing',
            again: `office undo ${act}`,
            ask: () => office.get<Work>(`/api/v1/work/${work_idx}`),
            isUnderWay: ({ status }) => status === 'waiting',
            progress: ({ progress }) => progress,
          });
    if (work?.status === 'failed') throw new Refused(work.problem ?? 'It was not undone.', { code: 'undo.failed' });
    const done = work ? work.changed : back;
    const lines = [`Undone: ${done} ${done === 1 ? 'record' : 'records'} as before, ${kept} kept as changed since.`];
    return { json: { act_idx: before.act_idx, is_new: true, back: done, kept }, lines };
  },
});

function numberOf(typed: string): number {
  if (!/^\d{1,15}$/.test(typed)) throw new Misused(`This is no number: “${typed}”.`);
  return Number(typed);
}
