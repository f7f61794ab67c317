import type { LiveChange } from '#kernel/live/live.contract.ts';
import { openFragment } from '../dialogs.ts';
import { isBusy, keepsRows, viewOf } from '../live-page.ts';
import { pageInterface } from '../messages.ts';
import { pageStaff } from '../session.ts';
import { type EditedRecord, showEditors } from './editing.ts';
import { markChangedRows, textsOfRows } from './marks.ts';
import { Pace } from './pace.ts';
import { refreshView } from './refresh.ts';
import { hearChanges } from './stream.ts';
import { say, whenText, whoText } from './strip.ts';

const about = 'change';

// How long to wait for somebody who is pressing something. Milliseconds.
const waitMs = 500;

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
  // What somebody does themselves is shown by what they do it with.
  if (changes.length > 0 && !last) return;
  const view = viewOf(document);
  if (!view) return;
  const isFree = () => !isEdited(view) && !isInHand(view);
  const became = isFree() ? await refreshView('anew', isFree) : 'kept';
  if (!last) return;
  if (became !== 'kept') tellBriefly(record && last, became);
  else say(about, { text: changedText(last), act: showing(() => isEdited(view), record) });
}

/** The rows of a list stay where they are; see `useHeldRows`. */
async function showRows(last: LiveChange | undefined): Promise<void> {
  const isFree = () => !isPressed && !isBusy();
  let before = textsOfRows();
  const isFreeNow = () => {
    before = textsOfRows();
    return isFree();
  };
  const became = isFree() ? await refreshView('live', isFreeNow) : 'kept';
  if (became === 'drawn' && last) markChangedRows(before, changedText(last));
  if (became === 'kept' && !isFree()) setTimeout(() => void showRows(last).catch(() => undefined), waitMs);
}

/** Who changed or deleted the record that the page shows. */
function tellBriefly(change: LiveChange | null, became: 'drawn' | 'gone'): void {
  if (!change) return;
  if (became === 'drawn') say(about, { text: changedText(change), passes: true });
  else say(about, { text: pageInterface.text('live.deleted', namesOf(change)) });
}

const namesOf = ({ by, at }: LiveChange) => ({ name: whoText(by), time: whenText(at) });
const changedText = (change: LiveChange) => pageInterface.text('live.changed', namesOf(change));

/** Draws the page anew; beside something half written it shows what was changed instead. */
const showing = (isWritten: () => boolean, record: EditedRecord | null) => ({
  label: pageInterface.text('live.show'),
  run: () => {
    if (!isWritten()) void refreshView('anew');
    else if (record) void openFragment(`/audit/of/${record.kind}/${encodeURIComponent(record.id)}`);
    else location.reload();
  },
});

/** Whether somebody is at it: with the pointer, the keyboard, a selection or a dialog, or something is on its way. */
const isInHand = (view: Element): boolean =>
  isPressed ||
  view.matches(':hover') ||
  view.contains(document.activeElement) ||
  !(getSelection()?.isCollapsed ?? true) ||
  document.querySelector('[role="dialog"]') !== null ||
  view.querySelector('[role="progressbar"], progress, [aria-busy="true"]') !== null;
