import { pagePath } from '#client/office-path.ts';
import type { undoApi } from '#kernel/changesets/undos.contract.ts';
import type { BulkWork } from '#ui/page/use-bulk-work.ts';
import { ApiError, client, isOutage } from '../../client/api.ts';
import { askToUndo, leaveWith, notify, reloadWith } from '../../client/dialogs.ts';
import { pageInterface } from '../../client/page-interface.ts';

const callUndo = client<typeof undoApi>();

type Texts = (key: string, values?: Record<string, number>) => string;

export const readAct = async (act: number, ids?: readonly string[]) =>
  (await callUndo('GET /api/v1/act/:act_idx', { params: { act_idx: act }, query: ids ? { ids: [...ids] } : {} }))
    .results;

export type ActState = Awaited<ReturnType<typeof readAct>>;

/** How to await an act that may be a job; `atOnce` is for short acts. */
type Run = BulkWork['run'];
const atOnce: Run = (begin) => begin();

/** Undoes an act, as a job if it is long, or some of its records; returns the message about the result. */
export async function undo(
  { act_idx, undo: foreseen }: ActState,
  text: Texts,
  { run = atOnce, ids }: { run?: Run; ids?: readonly string[] | undefined } = {},
): Promise<string> {
  let kept = foreseen?.kept ?? 0;
  const { changed } = await run(async () => {
    const body = ids ? { ids: [...ids] } : {};
    const { results } = await callUndo('POST /api/v1/act/:act_idx/undo', { params: { act_idx }, body });
    if (results.work_idx === undefined) kept = results.kept;
    return { changed: results.back, work_idx: results.work_idx };
  });
  return text('undo.done', { count: changed }) + (kept > 0 ? ` ${text('undo.done_kept', { count: kept })}` : '');
}

/**
 * Undoes acts that belong together, the last one first, such as the texts of several collections saved at once. Those that
 * cannot be undone stay, and the first reason is told.
 */
export async function undoTogether(
  acts: readonly number[],
  text: Texts,
  undone?: () => void | Promise<void>,
): Promise<void> {
  let back = 0;
  let refused: ApiError | undefined;
  for (const act of acts.toReversed()) {
    try {
      const { results } = await callUndo('POST /api/v1/act/:act_idx/undo', { params: { act_idx: act } });
      back += results.back;
    } catch (error) {
      if (!(error instanceof ApiError) || isOutage(error)) throw error;
      refused ??= error;
    }
  }
  if (back === 0 && refused) throw refused;
  const message = [text('undo.done', { count: back }), refused?.message].filter(Boolean).join(' ');
  await undone?.();
  if (undone) await notify({ message });
  else reloadWith(message);
}

/** Goes to the record of an undone act, or reloads the list; a notice there reports the result. */
export function goOn({ href, undo: foreseen }: ActState, message: string): void {
  const goal = href !== null && foreseen?.removes ? listOf(href) : href;
  // A user picking records from lists stays on the list.
  if (goal === null || pageInterface.picking) reloadWith(message);
  else leaveWith(message, goal);
}

/** Whether the page is one of the tabs of a record. */
const isTab = (): boolean => document.querySelector('main [data-tabs] [aria-current="page"]') !== null;

/** The list of a record that is gone. */
const listOf = (href: string): string => href.replace(/(\?.*|\/[^/]+)$/, '');

/**
 * Undoes an act of this page at once if it is short, fully undoable and readers see none of its records; otherwise asks
 * first. The person stays on the page, as on a tab of the record, or goes up to the record if this page is a step of it.
 */
export async function undoOrAsk(act: number, text: Texts, undone?: () => void | Promise<void>): Promise<void> {
  const state = await readAct(act);
  const { undo: foreseen, href } = state;
  if (foreseen?.kept !== 0 || foreseen.live > 0 || foreseen.long) {
    await askToUndo(act);
    return;
  }
  const message = await undo(state, text);
  if (undone) {
    await undone();
    await notify({ message });
  } else if (href !== null && foreseen.removes && pagePath() === href) leaveWith(message, listOf(href));
  else if (href !== null && pagePath().startsWith(`${href}/`) && !isTab()) leaveWith(message, href);
  else reloadWith(message);
}
