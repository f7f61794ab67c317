import type { LiveChange } from '#kernel/live/live.contract.ts';
import { openFragment } from '../dialogs.ts';
import { isBusy, keepsRows, refreshView, viewOf } from '../live-page.ts';
import { pageInterface } from '../messages.ts';
import { pageStaff } from '../session.ts';
import { type EditedRecord, showEditors } from './editing.ts';
import { markChangedRows, textsOfRows } from './marks.ts';
import { Pace } from './pace.ts';
import { hearChanges } from './stream.ts';
import { say, unsay, whenText, whoText } from './strip.ts';

const about = 'change';

let heard: LiveChange[] = [];
let isPressed = false;

/** Keeps the page up to date with what others change. `isEdited` says whether something on the page would be lost. */
export function followChanges(isEdited: (view: Element) => boolean): void {
  const { follows, kind, record: id, place } = document.documentElement.dataset;
  if (follows === undefined) return;
  const record = kind !== undefined && id !== undefined ? { kind, id } : null;
  const pace = new Pace(() => void showChanges(record, isEdited).catch(() => undefined));
  hearChanges({
    followed: { kinds: follows || (kind ?? ''), ...record },
    place,
    onChange: (change) => {
      if (change.kind === 'editing') {
        if (record) void showEditors(record);
        return;
      }
      heard.push(change);
      pace.ask();
    },
    onGap: () => pace.ask(),
  });
  if (record) void showEditors(record);
  // What somebody is pressing stays where it is.
  addEventListener('pointerdown', () => (isPressed = true), true);
  for (const name of ['pointerup', 'pointercancel', 'dragend']) addEventListener(name, () => (isPressed = false), true);
}

async function showChanges(record: EditedRecord | null, isEdited: (view: Element) => boolean): Promise<void> {
  const changes = heard;
  heard = [];
  const last = changes.findLast(({ by }) => by !== pageStaff());
  if (keepsRows()) return showRows(last);
  const view = viewOf(document);
  if (!view) return;
  const isCalm = !isEdited(view) && !isInHand(view);
  if (isCalm) {
    const found = await refreshView('anew');
    if (last && record) tell(last, found, undefined);
  } else if (last) tell(last, true, record && isEdited(view) ? () => showHistory(record) : showAnew);
}

/** The rows of a list stay where they are; see `useHeldRows`. */
async function showRows(last: LiveChange | undefined): Promise<void> {
  if (isPressed || isBusy()) {
    setTimeout(() => void showRows(last), 500);
    return;
  }
  const before = textsOfRows();
  await refreshView('live');
  if (last) markChangedRows(before, changedText(last));
}

const changedText = ({ by, at }: LiveChange) =>
  pageInterface.text('live.changed', { name: whoText(by), time: whenText(at) });

function tell(change: LiveChange, isThere: boolean, show: (() => void) | undefined): void {
  const text = isThere
    ? changedText(change)
    : pageInterface.text('live.deleted', { name: whoText(change.by), time: whenText(change.at) });
  const act = show && { label: pageInterface.text('live.show'), run: show };
  say(about, { text, act, passes: isThere && !show });
}

const showAnew = () => void refreshView('anew').then(() => unsay(about));

/** What somebody is writing stays: the change is shown beside it. */
const showHistory = ({ kind, id }: EditedRecord) => void openFragment(`/audit/of/${kind}/${encodeURIComponent(id)}`);

/** Whether somebody is at it: with the pointer, the keyboard, a selection or a dialog, or something is on its way. */
const isInHand = (view: Element): boolean =>
  isPressed ||
  view.matches(':hover') ||
  view.contains(document.activeElement) ||
  !(getSelection()?.isCollapsed ?? true) ||
  document.querySelector('[role="dialog"]') !== null ||
  view.querySelector('[role="progressbar"], progress, [aria-busy="true"]') !== null;
