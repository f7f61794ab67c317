import type { LiveChange, ShellNews } from '#kernel/desk/live.contract.ts';
import { menuCount } from '#kernel/http/page-frame.rules.ts';
import { openFragment } from '../dialogs.ts';
import { type Arrival, hasHeldRows, isBusy, viewOf } from '../live-page.ts';
import { pageInterface } from '../page-interface.ts';
import { refreshPeek } from '../peek.ts';
import { pageStaff } from '../session.ts';
import { isMarksKind } from '#kernel/records/marks.rules.ts';
import { forgetStored, isSetByHand, watchHand } from './in-hand.ts';
import { refreshMarks } from './mark-counts.ts';
import { type EditedRecord, showEditors } from './open-forms.ts';
import { markChanged, textsOfKeyed } from './marks.ts';
import { Pace } from './pace.ts';
import { refreshView } from './refresh.ts';
import { hearChanges } from './stream.ts';
import { say, unsay, whenText, whoText } from './strip.ts';

const about = 'change';

// How often to check whether the user is still busy with the page. Milliseconds.
const waitMs = 500;

let heard: LiveChange[] = [];
let isPressed = false;
let waiting: ReturnType<typeof setTimeout> | undefined;

/**
 * Keeps the page up to date with changes made elsewhere, and the counts of its menu. `isEdited` tells whether unsaved input
 * would be lost.
 */
export function followChanges(isEdited: (view: Element) => boolean): void {
  const { follows, kind, record: id, cursor } = document.documentElement.dataset;
  if (follows === undefined) {
    const nothing = () => undefined;
    hearChanges({ followed: { kinds: 'none' }, cursor, onChange: nothing, onGap: nothing, onShell: showShellNews });
    return;
  }
  const record = kind !== undefined && id !== undefined ? { kind, id } : null;
  const pace = new Pace(() => void showChanges(record, isEdited).catch(() => undefined));
  hearChanges({
    followed: { kinds: follows || (kind ?? 'none'), ...record },
    cursor,
    onChange: (change) => {
      if (change.kind === 'editing') {
        if (record) void showEditors(record);
        return;
      }
      if (isMarksKind(change.kind)) {
        refreshMarks();
        if (!follows.split(',').includes(change.kind)) return;
      }
      // What this tab has stored is shown by what it did.
      if (change.own) forgetStored();
      heard.push(change);
      pace.request();
    },
    onGap: () => {
      refreshMarks();
      pace.request();
    },
    onShell: showShellNews,
  });
  if (record) void showEditors(record);
  watchHand();
  // What the user is pressing must not move.
  addEventListener('pointerdown', () => (isPressed = true), true);
  for (const name of ['pointerup', 'pointercancel', 'dragend']) addEventListener(name, () => (isPressed = false), true);
}

/** Shows the counts in the menu and the bar of maintenance while it lasts. */
function showShellNews({ counts, only_read: isOnlyRead }: ShellNews): void {
  const bar = document.querySelector<HTMLElement>('main > [data-only-read]');
  if (bar) bar.hidden = !isOnlyRead;
  const format = new Intl.NumberFormat(document.documentElement.lang);
  for (const badge of document.querySelectorAll<HTMLElement>('#side-menu [data-count]')) {
    const name = badge.dataset['count'] ?? '';
    const count = menuCount(counts[name], format);
    // What a saved view has grown by is shown with its sign.
    badge.textContent = count && name.startsWith('grown ') ? `+${count}` : count;
  }
}

async function showChanges(record: EditedRecord | null, isEdited: (view: Element) => boolean): Promise<void> {
  const changes = heard;
  heard = [];
  refreshPeek();
  const last = lastMadeElsewhere(changes);
  if (hasHeldRows()) return showRows(last);
  // A change made in this tab is shown by the control that made it.
  if (changes.length > 0 && !last) return;
  const view = viewOf(document);
  if (!view) return;
  // Nothing on it changed but numbers of marks.
  const isQuiet = changes.length > 0 && changes.every(({ kind }) => isMarksKind(kind));
  const dialogs = () => [...document.querySelectorAll('[role="dialog"]')];
  const isEditedInDialog = () => dialogs().some(isEdited);
  await showView({ view, record, isEdited: () => isEdited(view), isEditedInDialog, isQuiet }, last);
}

/**
 * Of several changes, the last by a person is the one to report; changes by the system may follow from it. The user may
 * have made it as well, in another tab or on another device.
 */
function lastMadeElsewhere(changes: readonly LiveChange[]): LiveChange | undefined {
  const others = changes.filter(({ own }) => !own);
  return others.findLast(({ by }) => by !== null) ?? others.at(-1);
}

interface ShownView {
  view: Element;
  record: EditedRecord | null;
  /** Whether unsaved input would be lost. */
  isEdited: () => boolean;
  /** Whether there is some in a dialog over it, whose form was opened from what is shown. Mere questions go on. */
  isEditedInDialog: () => boolean;
  /** It appears once it can, and nothing is said of it. */
  isQuiet: boolean;
}

/** Redraws a page once the user is not busy with it; until then a notice offers it. */
async function showView(shown: ShownView, last: LiveChange | undefined): Promise<void> {
  const { view, record, isEdited, isEditedInDialog, isQuiet } = shown;
  clearTimeout(waiting);
  const isFree = () => !isEdited() && !isInHand(view) && !isSetByHand(view) && !isEditedInDialog();
  const draw = () => (isQuiet ? refreshView('anew', isFree) : drawMarked('anew', last, isFree));
  const became = isFree() ? await draw() : 'kept';
  if (became !== 'kept') return isQuiet ? undefined : showBriefly(record && last, became);
  if (last && !isQuiet) say(about, { text: changedText(last), act: showing(shown, last) });
  const poll = () => {
    waiting = setTimeout(() => (isFree() ? void showView(shown, last).catch(() => undefined) : poll()), waitMs);
  };
  if (!isFree()) poll();
}

/** Redraws while the rows of a list keep their places; see `useHeldRows`. */
async function showRows(last: LiveChange | undefined): Promise<void> {
  const isFree = () => !isPressed && !isBusy();
  const became = isFree() ? await drawMarked('live', last, isFree) : 'kept';
  if (became === 'kept' && !isFree()) setTimeout(() => void showRows(last).catch(() => undefined), waitMs);
}

/** Redraws the current state if still allowed, and marks what was changed elsewhere. */
async function drawMarked(arrival: Arrival, last: LiveChange | undefined, isFree?: () => boolean) {
  let before: ReadonlyMap<string, string> = new Map();
  const became = await refreshView(arrival, () => {
    before = textsOfKeyed();
    return isFree?.() ?? true;
  });
  // Changes received while the page was being fetched may be included.
  const latest = lastMadeElsewhere(heard) ?? last;
  if (became === 'drawn' && latest) markChanged(before, changedText(latest));
  return became;
}

/** Reports who changed or deleted the record shown on the page. */
function showBriefly(change: LiveChange | null | undefined, became: 'drawn' | 'gone'): void {
  if (!change) return unsay(about);
  if (became === 'drawn') say(about, { text: changedText(change), passes: true });
  else say(about, { text: deletedText(change) });
}

const namesOf = ({ by, at }: LiveChange) => ({ name: whoText(by), time: whenText(at) });
const isOwn = ({ by }: LiveChange) => by === pageStaff();
const changedText = (change: LiveChange) =>
  pageInterface.text(isOwn(change) ? 'live.changed_own' : 'live.changed', namesOf(change));
const deletedText = (change: LiveChange) =>
  pageInterface.text(isOwn(change) ? 'live.deleted_own' : 'live.deleted', namesOf(change));

/** Redraws the page; if there is unsaved input, it shows the changes instead. */
const showing = ({ record, isEdited }: ShownView, last: LiveChange) => ({
  label: pageInterface.text('live.show'),
  run: () => {
    clearTimeout(waiting);
    if (!isEdited()) void drawMarked('anew', last);
    else if (record) void openFragment(`/audit/of/${record.kind}/${encodeURIComponent(record.id)}`);
    else location.reload();
  },
});

/** Whether the user is busy with the view (pointer, focus or selection) or something in it is in progress. */
const isInHand = (view: Element): boolean =>
  isPressed ||
  view.matches(':hover') ||
  view.contains(document.activeElement) ||
  !(getSelection()?.isCollapsed ?? true) ||
  view.querySelector('[role="progressbar"], progress, [aria-busy="true"]') !== null;
