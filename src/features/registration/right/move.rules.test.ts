import { expect, test } from 'vitest';
import { type ConcernedRegistration, placesTaken, planMove } from './move.rules.ts';

let next = 0;
const row = (learner_id: string, over: Partial<ConcernedRegistration> = {}): ConcernedRegistration => ({
  reg_idx: ++next,
  learner_id,
  cidx: 1,
  event_idx: null,
  ends: 100,
  active: true,
  shown_in: null,
  placeless: false,
  ...over,
});
const planned = (rows: ConcernedRegistration[], moving: ConcernedRegistration[]) =>
  Object.fromEntries(
    planMove(rows, new Set(moving.map(({ reg_idx }) => reg_idx)), 'to').map(({ row: { reg_idx }, is }) => [
      reg_idx,
      is,
    ]),
  );

test('what only one learner has moves as it is', () => {
  const one = row('from');
  expect(planned([one, row('to', { cidx: 2 })], [one])).toEqual({
    [one.reg_idx]: { learner_id: 'to', shown_in: null, placeless: false },
  });
});

test.each([
  [200, 100, 'from'],
  [100, 200, 'to'],
  [0, 200, 'from'],
  [200, 0, 'to'],
])('of what both have until %i and %i, the longer one keeps the other', (ends, other, longer) => {
  const [one, two] = [row('from', { ends }), row('to', { ends: other })];
  const plan = planned([one, two], [one]);
  const [shown, kept] = longer === 'from' ? [one, two] : [two, one];
  expect(plan[kept.reg_idx]).toMatchObject({ learner_id: 'to', shown_in: shown.reg_idx });
  expect(plan[shown.reg_idx]?.shown_in ?? null).toBeNull();
});

test('what ended or was cancelled stays beside what is valid, and so do two of one learner', () => {
  const [one, two] = [row('from'), row('from')];
  const plan = planned([one, two, row('to', { active: false })], [one, two]);
  expect([plan[one.reg_idx]?.shown_in, plan[two.reg_idx]?.shown_in]).toEqual([null, null]);
});

test('what one kept before is kept by the one that keeps that', () => {
  const two = row('to');
  const kept = row('to', { shown_in: two.reg_idx, ends: 50 });
  const one = row('from', { ends: 200 });
  const plan = planned([two, kept, one], [one]);
  expect([plan[two.reg_idx]?.shown_in, plan[kept.reg_idx]?.shown_in]).toEqual([one.reg_idx, one.reg_idx]);
});

test('two learners who joined one event are one person: a place is free, also if its collection changed in between', () => {
  for (const cidx of [1, 2]) {
    const [one, two] = [row('from', { event_idx: 7, cidx }), row('to', { event_idx: 7 })];
    const plan = planMove([one, two], new Set([one.reg_idx]), 'to');
    expect([...placesTaken(plan)]).toEqual([[7, -1]]);
    expect(plan.filter(({ is }) => is.placeless)).toHaveLength(1);
  }
});

test('a place stays taken if only one had joined, and by whom stays if the other is moved away again', () => {
  const one = row('from', { event_idx: 7 });
  expect([...placesTaken(planMove([one], new Set([one.reg_idx]), 'to'))]).toEqual([]);
  const rest = row('from', { event_idx: 7, placeless: true, cidx: 2 });
  const plan = planMove([one, rest], new Set([one.reg_idx]), 'to');
  expect([...placesTaken(plan)]).toEqual([[7, 1]]);
});
