import { useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { goTo } from '#client/office-path.ts';
import { forgetUnsaved } from '#ui/form/use-unsaved.ts';
import { AlertDialog } from '#ui/kit/alert-dialog.tsx';
import { DialogStack, type StackPosition } from '#ui/kit/dialog.tsx';
import { Mantine } from '#ui/kit/mantine.tsx';
import { Notices, notices } from '#ui/kit/notices.tsx';
import { Providers } from '#ui/page/providers.tsx';
import { actedOn } from '../client/acted-on.ts';
import { actsDone, noteAct } from '../client/acts-in-hand.ts';
import type { DialogRequest, Notice } from '../client/dialogs.ts';
import { loadMessages, pageInterface } from '../client/page-interface.ts';
import { createSignal } from '../client/signal.ts';
import { followBack } from './overlays/back.ts';
import { ConfirmDialog } from './overlays/confirm-dialog.tsx';
import { FragmentDialog } from './overlays/fragment-dialog.tsx';
import { KeysDialog } from './overlays/keys-dialog.tsx';
import { NoticeBody } from './overlays/notice-body.tsx';
import * as peeking from './overlays/open-peek.ts';
import { PaletteDialog } from './overlays/palette-dialog.tsx';
import { PeekPanel } from './overlays/peek-panel.tsx';
import { PhraseDialog } from './overlays/phrase-dialog.tsx';
import { PositionDialog } from './overlays/position-dialog.tsx';
import { ReasonDialog } from './overlays/reason-dialog.tsx';
import { SignInDialog } from './overlays/sign-in-dialog.tsx';
import { undoOrAsk, undoTogether } from './overlays/undo-act.ts';
import { UndoDialog } from './overlays/undo-dialog.tsx';
import { UndoNotice } from './overlays/undo-notice.tsx';
import { type Undoable, undoStack } from './overlays/undo-stack.ts';
import { UsesDialog } from './overlays/uses-dialog.tsx';
import { showFailure } from './show-failures.ts';

/** `same` is the request without its callback; `opener` is the element that had the focus before. */
type Open = DialogRequest & Pick<StackPosition, 'closeRef'> & { id: number; same: string; opener: Element | null };

let stack: readonly Open[] = [];
let sequence = 0;
const changed = createSignal();

const followStack = followBack({ depth: () => stack.length, closeTop: () => stack.at(-1)?.closeRef.current() });

function setStack(next: readonly Open[]): Promise<void> {
  stack = next;
  changed.notify();
  return followStack();
}

/** Nothing of the page lies above a dialog; the focus goes back to what opened the popover. */
function closePopovers(): void {
  for (const open of document.querySelectorAll<HTMLElement>('[popover]:popover-open')) open.hidePopover();
}

/**
 * Opens a dialog on top of all others. If it is already open, as after a double click, the new request resolves as
 * closed.
 */
export async function show(request: DialogRequest): Promise<void> {
  closePopovers();
  const opener = actedOn();
  await loadMessages('common');
  draw();
  const same = JSON.stringify(request);
  if (stack.some((open) => open.same === same)) {
    answer(request, request.kind in closed ? closed[request.kind] : false);
    return;
  }
  sequence += 1;
  await setStack([...stack, { ...request, id: sequence, same, opener, closeRef: { current: () => undefined } }]);
}

/** The results of requests whose dialog is closed, if not simply false. */
const closed: Partial<Record<DialogRequest['kind'], unknown>> = { fragment: undefined, reason: '', position: null };

const answer = (request: DialogRequest, result: unknown) => (request.resolve as (result: unknown) => void)(result);

/** Closes one dialog, resolves its request, and restores the focus unless something else takes it. */
async function settle(open: Open, result: unknown): Promise<void> {
  if (!stack.includes(open)) return;
  // The answer may open another page, which must not meet a step back in the history.
  await setStack(stack.filter((other) => other !== open));
  answer(open, result);
  // After the dialog below, which takes the focus as when it was opened.
  setTimeout(() =>
    setTimeout(() => {
      const { opener } = open;
      if (opener instanceof HTMLElement && isUntaken(opener)) opener.focus({ preventScroll: true });
    }),
  );
}

/** Whether nothing has taken the focus meanwhile, but the dialog that the element is in, for where it begins. */
function isUntaken(opener: Element): boolean {
  const { activeElement, body } = document;
  const dialog = opener.closest('[role="dialog"]');
  const first = dialog?.querySelector('[data-autofocus]') ?? dialog?.querySelector('button, a[href], input');
  return activeElement === body || (opener.isConnected && activeElement === first);
}

/** Closes the topmost fragment with a result: its input has been saved. */
export function finishTop(result: unknown): void {
  const top = stack.findLast((open) => open.kind === 'fragment');
  if (!top) return;
  const host = document.querySelector(`[data-dialog="${top.id}"]`);
  if (host) forgetUnsaved(host);
  void settle(top, result);
}

export async function peek(next: Parameters<typeof peeking.peek>[0]): Promise<void> {
  await loadMessages('common');
  draw();
  await peeking.peek(next);
}

export const stepPeek = peeking.stepPeek;

export async function resumePeek(turned: HTMLAnchorElement | null): Promise<void> {
  await loadMessages('common');
  draw();
  peeking.resumePeek(turned);
}

/** The one notice that offers Undo: that of the last act. */
const undoNotice = 'undo';
let undoSequence = 0;

export async function showNotice(notice: Notice): Promise<void> {
  await loadMessages('common');
  draw();
  const { undo: act } = notice;
  // A save of several records of which none differed has no acts.
  if (act !== undefined && !(Array.isArray(act) && act.length === 0)) {
    showUndo({ act, undone: notice.undone }, notice);
    return;
  }
  if (notice.about !== undefined) hideNotice(notice.about);
  const id = notices.show({
    ...frame(notice),
    message: <NoticeBody notice={notice} text={pageInterface.text} onRetry={() => notices.hide(id)} />,
    // Problems stay until dismissed.
    autoClose: notice.tone === 'problem' ? false : 4000,
  });
  if (notice.about !== undefined) shownAbout.set(notice.about, id);
}

/** The last notice about each. */
const shownAbout = new Map<string, string>();

/** Closes the notice about something, if there is one. */
export function hideNotice(about: string): void {
  const id = shownAbout.get(about);
  if (id !== undefined) notices.hide(id);
  shownAbout.delete(about);
}

/** Replaces the previous Undo notice, so that there are never two, not even while one fades. */
function showUndo(entry: Undoable, notice: Notice): void {
  undoSequence += 1;
  undoStack.add(entry);
  const shown = {
    ...frame(notice),
    id: undoNotice,
    message: (
      <UndoNotice
        key={undoSequence}
        message={notice.message}
        text={pageInterface.text}
        onUndo={() => void undoNewest(entry)}
        onClose={() => notices.hide(undoNotice)}
      />
    ),
    autoClose: false,
  };
  notices.update(shown);
  notices.show(shown);
}

/** Goes to a page that stores what is being sent; other input on this one is asked about. */
export function leaveFor(href: string): void {
  for (const form of document.querySelectorAll('[aria-busy="true"]')) forgetUnsaved(form);
  goTo(href);
}

/** Undoes the last act of this page, or says that there is none; a dialog over the page has its own keys. */
export async function undoLast(): Promise<void> {
  if (stack.length === 0) await undoNewest();
}

/**
 * Undoes the last act of this page. One that is still being done is the last one, whatever was offered meanwhile; if it
 * fails or asks something, nothing is undone.
 */
async function undoNewest(offered?: Undoable): Promise<void> {
  const opened = sequence;
  if (!(await actsDone()) || sequence !== opened) return;
  // Its button was pressed twice.
  if (offered && !undoStack.has(offered)) return;
  const last = undoStack.newest();
  if (last) {
    undoStack.take(last);
    undo(last);
  } else {
    await loadMessages('common');
    await showNotice({ message: pageInterface.text('undo.none') });
  }
}

function undo({ act, undone }: Undoable): void {
  notices.hide(undoNotice);
  if (typeof act === 'function') return act();
  const text = pageInterface.text;
  const done = typeof act === 'number' ? undoOrAsk(act, text, undone) : undoTogether(act, text, undone);
  noteAct(done);
  done.catch(showFailure);
}

const frame = (notice: Notice) => ({
  title: notice.title,
  color: notice.tone === 'problem' ? 'red' : 'teal',
  withBorder: true,
  role: notice.tone === 'problem' ? 'alert' : 'status',
  closeButtonProps: { 'aria-label': pageInterface.text('common.close') },
});

function Dialog({ open }: { open: Open }) {
  const close = (result: unknown) => settle(open, result);
  switch (open.kind) {
    case 'fragment':
      return <FragmentDialog id={open.id} url={open.url} onClose={() => close(undefined)} />;
    case 'confirm':
      return <ConfirmDialog question={open} onAnswer={close} />;
    case 'phrase':
      return <PhraseDialog question={open} onAnswer={close} />;
    case 'reason':
      return <ReasonDialog question={open} given={open.reason} onAnswer={close} />;
    case 'uses':
      return <UsesDialog uses={open} onClose={() => close(undefined)} />;
    case 'undo':
      return <UndoDialog of={open} onAnswer={close} />;
    case 'position':
      return <PositionDialog of={open} onAnswer={close} />;
    case 'palette':
      return <PaletteDialog onClose={() => close(undefined)} />;
    case 'keys':
      return <KeysDialog onClose={() => close(undefined)} />;
    case 'sign-in':
      return <SignInDialog onAnswer={close} />;
    case 'alert':
      return <AlertDialog message={open.message} onClose={() => close(undefined)} />;
  }
}

function Overlays() {
  const open = useSyncExternalStore(changed.listen, () => stack);
  return (
    <>
      <Notices />
      <PeekPanel />
      {open.map((one) => (
        <DialogStack key={one.id} value={{ isOnTop: one === open.at(-1), closeRef: one.closeRef }}>
          <Dialog open={one} />
        </DialogStack>
      ))}
    </>
  );
}

let isDrawn = false;

/** Renders the overlays, from the first dialog or notice on: until then they cost nothing. */
function draw(): void {
  if (isDrawn) return;
  isDrawn = true;
  // Notices are not part of the page's content, but must be discoverable.
  const host = document.createElement('aside');
  host.setAttribute('aria-label', pageInterface.text('shell.notices'));
  document.body.append(host);
  createRoot(host, { identifierPrefix: 'overlay' }).render(
    <Providers value={pageInterface} around={Mantine}>
      <Overlays />
    </Providers>,
  );
}
