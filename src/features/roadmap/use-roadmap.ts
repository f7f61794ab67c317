import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type ApiError, client, isStale } from '#client/api.ts';
import { confirm, leaveWith, notify } from '#client/dialogs.ts';
import { useAct } from '#ui/form/use-act.ts';
import { useEditing } from '#ui/form/use-editing.ts';
import { type Submission, useSubmit } from '#ui/form/use-submit.ts';
import { useT } from '#ui/interface.tsx';
import type { Arrangement, Move, roadmapApi, Warning } from './roadmap.contract.ts';
import type { RoadmapWords } from './roadmap.messages.ts';
import {
  type Change,
  changedRows,
  isOverfull,
  mergedRows,
  movedBetween,
  type Rows,
  rebased,
  sameRows,
} from './roadmap.rules.ts';

const call = client<typeof roadmapApi>();

interface Stored {
  rows: Rows;
  version: number;
}

/** Somebody else changed the roadmap since it was loaded. */
export interface RoadmapConflict {
  name: string;
  /** Seconds. */
  at: number;
  /** The refused change, rebased onto the current rows; null in a bulk edit, whose draft is kept. */
  change: Change | null;
}

export interface RoadmapState {
  /** The rows shown: the draft of a bulk edit, otherwise the stored ones. */
  rows: Rows;
  version: number;
  isBulk: boolean;
  isDirty: boolean;
  /** Whether the draft was merged with somebody else's changes. */
  isMerged: boolean;
  conflict: RoadmapConflict | null;
  change: (change: Change) => void;
  startBulk: () => void;
  cancelBulk: () => void;
  complete: Submission;
  /** Under which title the group is created again if somebody has deleted it. */
  title: string;
  setTitle: (title: string) => void;
  /** Keeps the refused changes: moves the books now, or merges the draft. */
  overwrite: () => void;
  discardMine: () => void;
}

/**
 * The rows of a roadmap and everything that changes them. Outside a bulk edit each change is shown at once and saved in
 * turn; if that fails, it is rolled back. A change that conflicts with somebody else's is kept and shown.
 */
export function useRoadmap(
  { grpIdx, title: loadedTitle, ...initial }: Stored & { grpIdx: number; title: string },
  titleOf: (bid: string) => string,
): RoadmapState {
  const t = useT<RoadmapWords>();
  const act = useAct();
  const [shown, setShown] = useState(initial);
  const [draft, setDraft] = useState<Rows | null>(null);
  const [title, setTitle] = useState(loadedTitle);
  const [isMerged, setMerged] = useState(false);
  const [conflict, setConflict] = useState<RoadmapConflict | null>(null);
  useEditing(draft ? { kind: 'roadmap', id: grpIdx } : undefined);
  // The state of the server as far as known; changes are queued.
  const stored = useRef(initial);
  const queue = useRef(Promise.resolve());

  const take = ({ rows, version }: Stored) => {
    stored.current = { rows, version };
    setShown(stored.current);
  };
  const load = async () => take((await call('GET /api/v1/roadmap', { query: { target_group: grpIdx } })).results);
  const put = async (what: Pick<Move, 'target_row' | 'target_place' | 'bids'> | Pick<Arrangement, 'rows'>) => {
    const body = { target_group: grpIdx, version: stored.current.version, ...what };
    const { results } = await call('PUT /api/v1/roadmap', { body });
    take(results);
    return results;
  };
  const move = (target_row: number, bids: readonly string[], target_place?: number) =>
    put({ target_row, target_place, bids: [...bids] });
  const arrange = (rows: Rows) => put({ rows: rows.map((row) => [...row]) });

  const save = async (wanted: Change, seen: Rows) => {
    const before = stored.current.rows;
    const change = sameRows(seen, before) ? wanted : rebased(wanted, seen, before);
    const rows = changedRows(before, change);
    if (refused(rows) || sameRows(rows, before)) return;
    setShown({ ...stored.current, rows });
    try {
      const place = change.to === 'place' ? change.place : undefined;
      const done = await (change.to === 'new' ? arrange(rows) : move(change.row, change.bids, place));
      void saved(movedText(before, stored.current.rows, change.bids), done);
    } catch (error) {
      setShown(stored.current);
      if (!isStale(error)) throw error;
      await load();
      setConflict({ ...whoAndWhen(error), change: rebased(change, before, stored.current.rows) });
    }
  };
  const inTurn = (run: () => Promise<void>): Promise<void> => {
    const turn = queue.current.then(run);
    queue.current = turn.catch(() => undefined);
    return turn;
  };
  const refused = (rows: Rows): boolean => {
    if (!isOverfull(rows)) return false;
    void notify({ message: t('roadmap.row_full'), tone: 'problem' });
    return true;
  };

  /** One sentence about where books went. */
  const movedText = (before: Rows, after: Rows, bids: readonly string[]): string => {
    const [first = ''] = bids;
    const what = bids.length === 1 ? titleOf(first) : t('roadmap.books', { count: bids.length });
    const moved = movedBetween(before, after, bids);
    if (moved.how === 'out') return t('roadmap.moved_out', { what, from: moved.from });
    if (moved.how === 'in') return t('roadmap.moved_in', { what, to: moved.to });
    if (moved.how === 'across') return t('roadmap.moved_across', { what, from: moved.from, to: moved.to });
    return t('roadmap.moved_within', { what, row: moved.row, from: moved.from, to: moved.to });
  };
  /** Says what was saved, and offers to undo it. */
  const saved = (
    message: string,
    { warnings, act_idx: undo }: { warnings: readonly Warning[]; act_idx?: number | undefined },
  ) =>
    notify({
      message: [message, ...warnings.map((warning) => warning.message)].join(' '),
      undo,
      undone: () => inTurn(load),
    });

  const createAgain = async () => {
    if (!draft) return;
    const body = { title: title.trim(), rows: draft.map((row) => [...row]) };
    const { results } = await call('POST /api/v1/roadmap', { body });
    // Ended first, so that leaving the page finds nothing unsaved.
    flushSync(leaveBulk);
    leaveWith(t('common.made', { title: body.title }), `/roadmap/${results.grp_idx}`);
  };
  const completeDraft = async () => {
    if (!draft) return;
    const question = { title: t('roadmap.bulk'), body: t('roadmap.bulk_confirm'), agree: t('roadmap.bulk_complete') };
    if (!(await confirm(question))) return;
    try {
      const done = await arrange(draft);
      setDraft(null);
      if (done.act_idx !== undefined) void saved(t('roadmap.saved'), done);
    } catch (error) {
      if (!isStale(error)) throw error;
      await load();
      setConflict({ ...whoAndWhen(error), change: null });
    }
  };
  const complete = useSubmit(completeDraft, undefined, {
    create: createAgain,
    lost: t('roadmap.again_lost'),
    isGone: ({ code }) => code === 'roadmap.not_found',
  });

  const leaveBulk = () => {
    setDraft(null);
    setMerged(false);
    setConflict(null);
    complete.clear();
  };
  const enter = (change: Change) => {
    if (draft) {
      const rows = changedRows(draft, change);
      if (!refused(rows)) setDraft(rows);
    } else act(() => inTurn(() => save(change, shown.rows)), t('roadmap.save_failed'));
  };
  return {
    rows: draft ?? shown.rows,
    version: shown.version,
    isBulk: draft !== null,
    isDirty: draft !== null && !sameRows(draft, shown.rows),
    isMerged,
    conflict,
    change: enter,
    startBulk: () => setDraft(shown.rows),
    cancelBulk: leaveBulk,
    complete,
    title,
    setTitle,
    overwrite: () => {
      setConflict(null);
      if (conflict?.change) return enter(conflict.change);
      setDraft(draft && mergedRows(draft, stored.current.rows));
      setMerged(true);
    },
    discardMine: () => (conflict?.change ? setConflict(null) : leaveBulk()),
  };
}

const whoAndWhen = ({ details }: ApiError) => ({ name: String(details['name']), at: Number(details['at']) });
