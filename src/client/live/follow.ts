import type { LiveChange } from '#kernel/live/live.contract.ts';
import { openFragment } from '../dialogs.ts';
import { type Arrival, isBusy, keepsRows, viewOf } from '../live-page.ts';
import { pageInterface } from '../messages.ts';
import { pageStaff } from '../session.ts';
import { type EditedRecord, showEditors } from './editing.ts';
import { markChanged, textsOfKeyed } from './marks.ts';
import { Pace } from './pace.ts';
import { refreshView } from './refresh.ts';
import { hearChanges } from './stream.ts';
import { say, unsay, whenText, whoText } from './strip.ts';

const about = 'change';

// How often to look whether somebody is still at it. Milliseconds.
const waitMs = 500;

let heard: LiveChange[] = [];
let isPressed = false;
let waiting: ReturnType<typeof setTimeout> | undefined;

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
  const last = lastByOthers(changes);
  if (keepsRows()) return showRows(last);
  // What somebody does themselves is shown by what they do it with.
  if (changes.length > 0 && !last) return;
  const view = viewOf(document);
  if (view) await showView({ view, record, isEdited: () => isEdited(view) }, last);
}

/** Of changes that came together, the last by a colleague is the one to tell of; what the system does may follow from it. */
function lastByOthers(changes: readonly LiveChange[]): LiveChange | undefined {
  const others = changes.filter(({ by }) => by !== pageStaff());
  return others.findLast(({ by }) => by !== null) ?? others.at(-1);
}

interface ShownView {
  view: Element;
  record: EditedRecord | null;
  /** Whether something would be lost. */
  isEdited: () => boolean;
}

/** Draws a page anew, once nobody is at it; until then a line says so and offers it. */
async function showView(shown: ShownView, last: LiveChange | undefined): Promise<void> {
  const { view, record, isEdited } = shown;
  clearTimeout(waiting);
  const isFree = () => !isEdited() && !isInHand(view);
  const became = isFree() ? await drawMarked('anew', last, isFree) : 'kept';
  if (became !== 'kept') return tellBriefly(record && last, became);
  if (last) say(about, { text: changedText(last), act: showing(shown, last) });
  const look = () => {
    waiting = setTimeout(() => (isFree() ? void showView(shown, last).catch(() => undefined) : look()), waitMs);
  };
  if (!isFree()) look();
}

/** The rows of a list stay where they are; see `useHeldRows`. */
async function showRows(last: LiveChange | undefined): Promise<void> {
  const isFree = () => !isPressed && !isBusy();
  const became = isFree() ? await drawMarked('live', last, isFree) : 'kept';
  if (became === 'kept' && !isFree()) setTimeout(() => void showRows(last).catch(() => undefined), waitMs);
}

/** Draws what is there now if it still may, and marks what somebody else has changed. */
async function drawMarked(arrival: Arrival, last: LiveChange | undefined, isFree?: () => boolean) {
  let before: ReadonlyMap<string, string> = new Map();
  const became = await refreshView(arrival, () => {
    before = textsOfKeyed();
    return isFree?.() ?? true;
  });
  // What was heard while the page was fetched may be in it too.
  const latest = lastByOthers(heard) ?? last;
  if (became === 'drawn' && latest) markChanged(before, changedText(latest));
  return became;
}

/** Who changed or deleted the record that the page shows. */
function tellBriefly(change: LiveChange | null | undefined, became: 'drawn' | 'gone'): void {
  if (!change) return unsay(about);
  if (became === 'drawn') say(about, { text: changedText(change), passes: true });
  else say(about, { text: pageInterface.text('live.deleted', namesOf(change)) });
}

const namesOf = ({ by, at }: LiveChange) => ({ name: whoText(by), time: whenText(at) });
const changedText = (change: LiveChange) => pageInterface.text('live.changed', namesOf(change));

/** Draws the page anew; beside something half written it shows what was changed instead. */
const showing = ({ record, isEdited }: ShownView, last: LiveChange) => ({
  label: pageInterface.text('live.show'),
  run: () => {
    clearTimeout(waiting);
    if (!isEdited()) void drawMarked('anew', last);
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
