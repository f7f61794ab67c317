import type { undoApi } from '#kernel/undos.contract.ts';
import { client } from '../../api.ts';
import { askToUndo, leaveWith, reloadWith } from '../../dialogs.ts';
import { pageInterface } from '../../messages.ts';

const callUndo = client<typeof undoApi>();

type Texts = (key: string, values?: Record<string, number>) => string;

export const readAct = async (act: number) =>
  (await callUndo('GET /api/v1/act/:act_idx', { params: { act_idx: act } })).results;

export type ActState = Awaited<ReturnType<typeof readAct>>;

/** Undoes an act and goes to its record, or loads the list again; there a notice tells what was done. */
export async function undoAndGo({ act_idx, href }: ActState, text: Texts): Promise<void> {
  const { results } = await callUndo('POST /api/v1/act/:act_idx/undo', { params: { act_idx } });
  const kept = results.kept > 0 ? ` ${text('undo.done_kept', { count: results.kept })}` : '';
  const message = text('undo.done', { count: results.back }) + kept;
  // Whoever picks from lists stays there.
  if (href === null || pageInterface.picking) reloadWith(message);
  else leaveWith(message, href);
}

/** Undoes an act at once if all of it goes back and readers see none of it; otherwise says first what it would do. */
export async function undoOrAsk(act: number, text: Texts): Promise<void> {
  const state = await readAct(act);
  if (state.undo?.kept === 0 && state.undo.live === 0) await undoAndGo(state, text);
  else await askToUndo(act);
}
