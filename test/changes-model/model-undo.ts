import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import type { Answer } from '#test/app.ts';
import { readCells } from './cells.ts';
import type { Library } from './library.ts';
import type { Expected, ModelAct, Unit } from './model.ts';
import type { Turn } from './turn.ts';

/** Undoes an act, whole or for some of its records; what the product answers must be what the model expects. */
export async function undo(library: Library, turn: Turn, act: ModelAct, ids?: readonly string[]): Promise<void> {
  const { model, offices } = library;
  const expected = model.expected(act, ids);
  const answer = await turn.by.post(`/api/v1/act/${act.act}/undo`, ids && { ids });
  requireExpected(act, expected, answer);
  if (answer.status !== 200) return;
  const given = new Set(expected.back.flatMap(recordsOf));
  for (const unit of expected.kept)
    unit.mayBeUndone ||= model.isAsBefore(unit) || recordsOf(unit).some((record) => given.has(record));
  const [office] = offices;
  const cells = expected.open.length > 0 && office ? await readCells(library, office) : new Map();
  const came = expected.open.filter(({ effects }) =>
    effects.every(({ cell, before }) => isDeepStrictEqual(cells.get(cell), before)),
  );
  const back = new Set([...expected.back, ...came]);
  model.takeBack(act.units.filter((unit) => back.has(unit)));
  act.over ||= ids === undefined;
}

function requireExpected(act: ModelAct, expected: Expected, answer: Answer): void {
  const { back, kept, open, refused, already } = expected;
  const { status, json, body } = answer;
  const what = `undo of ${act.name} ${act.act}, which changed ${changesOf(act)}: ${status} ${body}`;
  if (already || refused) {
    expect(status >= 400 && status < 500, `Not refused: ${what}`).toBe(true);
    if (already) expect(json.error.code, what).toBe('undo.already');
    return;
  }
  if (expected.mayBeRefused && status === 409) return;
  expect(status, what).toBe(200);
  const { results } = json;
  if (open.length > 0) return;
  if (act.rule === 'records') expect(results.back, what).toBe(back.length);
  expect(results.kept > 0, what).toBe(kept.length > 0);
}

/** The records that a unit changed: `book/b1-2`. */
const recordsOf = ({ effects }: Unit) => effects.map(({ cell }) => cell.split('/').slice(0, 2).join('/'));

const changesOf = ({ units }: ModelAct) =>
  units.flatMap(({ undone, effects }) => effects.map(({ cell }) => `${cell}${undone ? ' (undone)' : ''}`)).join(', ');

/** Undoes one of the acts there were; careful people leave those of which not everything would come back. */
export async function undoSome(library: Library, turn: Turn, careful: boolean): Promise<string> {
  const { model } = library;
  const act = turn.pick('act', model.acts, ({ key }) => key);
  if (!act) return 'nothing to undo';
  const all = act.units.flatMap(({ id }) => id ?? []);
  const isPart = all.length > 0 && turn.isLikely('part', 0.5);
  const ids = isPart ? turn.some('ids', all) : undefined;
  if (careful) {
    const { back, kept, open, refused, already } = model.expected(act, ids);
    const isWhole = !refused && !already && kept.length + open.length === 0 && back.length > 0;
    if (!isWhole || model.isCovered(act)) return `leaves ${act.name} ${act.act}`;
  }
  await undo(library, turn, act, ids);
  return `undoes ${act.name} ${act.act}${ids ? ` for ${ids.join()}` : ''}`;
}
