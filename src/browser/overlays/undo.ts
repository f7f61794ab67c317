import type { undoApi } from '#kernel/records/undos.contract.ts';
import type { BulkWork } from '#ui/table/use-bulk-work.ts';
import { client } from '../../client/api.ts';
import { askToUndo, leaveWith, reloadWith } from '../../client/dialogs.ts';
import { pageInterface } from '../../client/messages.ts';

const callUndo = client<typeof undoApi>();

type Texts = (key: string, values?: Record<string, number>) => string;

export const readAct = async (act: number) =>
  (await callUndo('GET /api/v1/act/:act_idx', { params: { act_idx: act } })).results;

export type ActState = Awaited<ReturnType<typeof readAct>>;

/** How to await an act that may be a job; `atOnce` is for short acts. */
type Run = BulkWork['run'];
const atOnce: Run = (begin) => begin();

/** Undoes an act, as a job if it is long; returns the message about the result. */
export async function undo({ act_idx, undo: foreseen }: ActState, text: Texts, run = atOnce): Promise<string> {
  let kept = foreseen?.kept ?? 0;
  const { changed } = await run(async () => {
    const { results } = await callUndo('POST /api/v1/act/:act_idx/undo', { params: { act_idx } });
    if (results.work_idx === undefined) kept = results.kept;
    return { changed: results.back, work_idx: results.work_idx };
  });
  return text('undo.done', { count: changed }) + (kept > 0 ? ` ${text('undo.done_kept', { count: kept })}` : '');
}

/** Goes to the record of an undone act, or reloads the list; a notice there reports the result. */
export function goOn({ href }: ActState, message: string): void {
  // A user picking records from lists stays on the list.
  if (href === null || pageInterface.picking) reloadWith(message);
  else leaveWith(message, href);
}

/** Undoes an act at once if it is short, fully undoable and readers see none of its records; otherwise asks first. */
export async function undoOrAsk(act: number, text: Texts): Promise<void> {
  const state = await readAct(act);
  if (state.undo?.kept === 0 && state.undo.live === 0 && !state.undo.long) goOn(state, await undo(state, text));
  else await askToUndo(act);
}
