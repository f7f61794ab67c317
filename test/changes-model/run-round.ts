import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import { bookActs, type Doing } from './book-acts.ts';
import { readCells } from './cells.ts';
import { collectionActs } from './collection-acts.ts';
import type { LibraryMaker } from './libraries.ts';
import type { Library } from './library.ts';
import { listActs } from './list-acts.ts';
import type { Value } from './model.ts';
import { setActs } from './set-acts.ts';
import { requireShown, requireVerified } from './shown.ts';
import { Turn } from './turn.ts';
import { undo, undoSome } from './model-undo.ts';

const doings: Record<string, Doing> = { ...bookActs, ...collectionActs, ...listActs, ...setActs };
const names = Object.keys(doings);
// How much of what people do is an undo.
const undos = 0.35;
// What costs most is compared after so many acts.
const shownEvery = 25;

/** Acts on a new library. */
export interface Round {
  /** A seed for each act. */
  seeds: readonly number[];
  /** Nobody undoes what would not come back wholly; at the end, all is as at the start. */
  careful: boolean;
}

/** Notes what each new version of a collection has. */
async function noteVersions({ versions, model, offices: [office] }: Library): Promise<void> {
  const newest = office?.db.selectFrom('versioned').select(['entity_id', 'ver_idx']).where('entity', '=', 'collection');
  for (const { entity_id: cid, ver_idx: verIdx } of (await newest?.execute()) ?? []) {
    const known = versions.get(cid);
    const own = [...model.now].filter(([cell]) => cell.startsWith(`collection/${cid}/`));
    if (known && !known.has(verIdx)) known.set(verIdx, new Map(own));
  }
}

/** Compares all that staff see through one of the instances with the model. */
async function requireCells(library: Library, nth: number): Promise<void> {
  const office = library.offices[nth % library.offices.length];
  if (!office) return;
  const cells = await readCells(library, office);
  const { now } = library.model;
  const all = [...new Set([...cells.keys(), ...now.keys()])];
  const differing = all.filter((cell) => !isDeepStrictEqual(cells.get(cell), now.get(cell)));
  const of = (side: ReadonlyMap<string, Value>) => Object.fromEntries(differing.map((cell) => [cell, side.get(cell)]));
  expect(of(cells)).toEqual(of(now));
}

/** Does acts in a new library; throws once it differs from the model. `log` gets a line for each act. */
export async function runRound(maker: LibraryMaker, { seeds, careful }: Round, log: string[] = []): Promise<void> {
  const library = await maker.create();
  const { model, desk } = library;
  const start = await desk.portal();
  await noteVersions(library);
  for (const [nth, seed] of seeds.entries()) {
    const turn = new Turn(seed, library.people);
    maker.office.clock.advance(1000);
    model.turn = seed;
    const name = turn.isLikely('undo', undos) ? 'undo' : (turn.pick('act', names) ?? '');
    log.push(name);
    const did = name === 'undo' ? await undoSome(library, turn, careful) : await doings[name]?.(library, turn);
    if (did) log[nth] = did;
    await requireCells(library, nth);
    if ((nth + 1) % shownEvery === 0) await requireShown(library);
    await noteVersions(library);
  }
  const last = new Turn(seeds.at(-1) ?? 0, library.people);
  for (const act of model.acts.toReversed().filter(({ over }) => !over)) {
    log.push(`undoes ${act.name} ${act.act} at the end`);
    await undo(library, last, act);
    await requireCells(library, act.act);
    const isBack = act.units.every(({ undone }) => undone);
    if (careful) expect(isBack, `${act.name} ${act.act} came back`).toBe(true);
  }
  await requireShown(library);
  await requireVerified(maker.office, maker.folder);
  if (careful) requireSame(await desk.portal(), start);
}

/** The portal is the same, byte for byte; the message has only the place where it is not. */
function requireSame(portal: string, start: string): void {
  if (portal === start) return;
  let at = 0;
  while (portal[at] === start[at]) at += 1;
  const around = (text: string) => text.slice(Math.max(0, at - 100), at + 100);
  expect(around(portal)).toBe(around(start));
}
