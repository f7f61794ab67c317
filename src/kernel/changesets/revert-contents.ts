import { type ActUndo, type KeptRecord, namedKept } from '../records/act-undo.ts';
import type { ContentsBack } from '../records/undoable.ts';
import { findItemsSetSince } from '../records/set-since.ts';
import { findVersionAct, storeVersionAct } from '../records/version-acts.ts';
import { getVersion, type Versioned } from '../records/versions.ts';
import type { Context } from '../work/context.ts';

/** What an act did to the contents of its record, and which part of it can be taken back now. */
interface Free {
  id: string;
  versions: Versioned;
  /** Added by the act and still contained; removed by it, and neither added back nor deleted. */
  takes: string[];
  gives: string[];
  kept: KeptRecord[];
}

/** Takes back a change of contents, as a new version, for the items that were not added or removed since. */
export function revertContents(how: ContentsBack): ActUndo {
  return {
    foresee: async (ctx, act) => {
      const { takes, gives, kept } = await findFree(ctx, how, act, false);
      return { back: takes.length + gives.length, kept: kept.length, first: kept.slice(0, namedKept) };
    },
    undo: async (ctx, { of, act }) => {
      const { id, versions, takes, gives, kept } = await findFree(ctx, how, of, true);
      const back = takes.length + gives.length;
      if (back > 0) {
        const verIdx = await how.exchange(ctx, id, { takes, gives });
        await storeVersionAct(ctx, act, versions, { verIdx, after: { restored: back, kept: kept.length } });
      }
      return { back, kept: kept.length };
    },
  };
}

async function findFree(ctx: Context, how: ContentsBack, act: number, lock: boolean): Promise<Free> {
  const { entity, part } = how.contents;
  const { id, verIdx } = await findVersionAct(ctx, act, entity);
  if (lock) await how.lock(ctx, id);
  const versions = how.versionsOf(id);
  const { changes } = await getVersion(ctx, versions, verIdx);
  const done = changes
    .filter(({ path }) => path[0] === part)
    .map(({ path, before, after }) => ({
      key: path[1] ?? '',
      isAdded: after !== undefined,
      name: after ?? before,
    }));
  const { contained, existing } = await how.listNow(
    ctx,
    id,
    done.map(({ key }) => key),
  );
  const exchanged = await findItemsSetSince(ctx.db, versions, part, verIdx);
  const isFree = ({ key, isAdded }: (typeof done)[number]) =>
    !exchanged.has(key) && contained.has(key) === isAdded && (isAdded || existing.has(key));
  const added = done.filter(({ isAdded }) => isAdded);
  const removed = done.filter(({ isAdded }) => !isAdded);
  const kept = [...added, ...removed].filter((one) => !isFree(one));
  return {
    id,
    versions,
    takes: added.filter(isFree).map(({ key }) => key),
    gives: removed.filter(isFree).map(({ key }) => key),
    kept: kept.map(({ key, name }) => ({
      ...how.named(key, typeof name === 'string' ? name : key),
      reason: 'undo.kept_edited',
    })),
  };
}
