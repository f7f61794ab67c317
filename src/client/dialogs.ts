// Entry points for everything shown over a page. The dialogs themselves, and the library they need, load on first use.

import type { DeletionBlockers, Referring } from '#kernel/records/references.ts';
import { noteAct } from './acts-in-hand.ts';
import { withPageLanguage } from './language.ts';
import { focusRow, type Made, rowsNear, showMade } from './made.ts';
import { goTo, pageAddress } from './office-path.ts';
import type { Peeked } from './peek.ts';
import { findStored, storeValue } from './stored.ts';
import { retryUnreachable } from './unreachable.ts';

/** A message shown for a while; `retry` adds a button that repeats the action, `undo` one that undoes an act. */
export interface Notice {
  message: string;
  /** What failed, shown above the reason. */
  title?: string;
  tone?: 'done' | 'problem';
  retry?: () => void;
  /** What it is about: it replaces the one before it, and goes with {@link takeNoticeBack}. */
  about?: string;
  /** The number of the act, those of acts that belong together, or a function that undoes it. */
  undo?: number | readonly number[] | (() => void) | undefined;
  /** Shows on the page that the act was undone; without it, the page is reloaded. */
  undone?: () => void | Promise<void>;
}

export interface Question {
  title: string;
  body?: string;
  /** Its effect, in figures. */
  figures?: readonly string[];
  /** The records in which readers lose what the question is about. */
  lostIn?: Referring | undefined;
  /** The label of the confirm button. */
  agree?: string;
  /** The label of the button that dismisses it, if the act itself is to cancel. */
  dismiss?: string;
  danger?: boolean;
  /** Puts it into a release in place of doing it now, with the typed reason; whether it is there now. */
  into?: ((reason: string) => Promise<boolean>) | undefined;
}

/** Where a record that cannot be deleted is used: the number of places, the first few, and the reasons. */
export interface Uses extends DeletionBlockers {
  title: string;
}

/**
 * An act to undo, or only what it did to the records with these ids; `part` if it is undone as a whole though the user sees
 * only what it did to one of its records.
 */
export interface ActToUndo {
  act: number;
  ids?: readonly string[];
  part?: boolean;
}

/** A record whose position is asked for, from 1. */
export interface PositionToAsk {
  title: string;
  position: number;
  count: number;
}

/** One dialog to show, and its callback. */
export type DialogRequest =
  | { kind: 'fragment'; url: string; resolve: (result: unknown) => void }
  | ({ kind: 'confirm'; resolve: (agreed: boolean) => void } & Question)
  | ({ kind: 'phrase'; resolve: (agreed: boolean) => void } & Question)
  | ({ kind: 'reason'; reason: string; resolve: (reason: string) => void } & Question)
  | ({ kind: 'uses'; resolve: () => void } & Uses)
  | ({ kind: 'undo'; resolve: (agreed: boolean) => void } & ActToUndo)
  | ({ kind: 'position'; resolve: (position: number | null) => void } & PositionToAsk)
  | { kind: 'palette'; resolve: () => void }
  | { kind: 'keys'; resolve: () => void }
  | { kind: 'sign-in'; resolve: (signedIn: boolean) => void }
  | { kind: 'alert'; message: string; resolve: () => void };

/** Renders dialogs over the page. */
interface Overlays {
  show: (request: DialogRequest) => Promise<void>;
  showNotice: (notice: Notice) => Promise<void>;
  hideNotice: (about: string) => void;
  /** Closes the topmost fragment with a result. */
  finishTop: (result: unknown) => void;
  /** Shows a record beside its list, or none. */
  peek: (next: Peeked | null) => Promise<void>;
  /** Shows the record that was beside the list before the page was reloaded, or this one. */
  resumePeek: (turned: HTMLAnchorElement | null) => Promise<void>;
  /** Shows the record after or before one. */
  stepPeek: (from: Peeked, by: 1 | -1) => Promise<void>;
  undoLast: () => Promise<void>;
  /** Goes to a page that stores what is being sent. */
  leaveFor: (href: string) => void;
}

let load = (): Promise<Overlays> => Promise.reject(new Error('A dialog was opened before drawDialogsWith was called'));

/** Sets how to load the dialog renderer. The browser entry does so once, so that the UI kit does not depend on it. */
export function drawDialogsWith(loader: () => Promise<Overlays>): void {
  load = loader;
}

/** Loads the dialogs before one is needed. If that fails, the first request for one tries again. */
export const preloadDialogs = (): Promise<unknown> => load().catch(() => undefined);

async function overlays(): Promise<Overlays> {
  try {
    return await load();
  } catch {
    await retryUnreachable();
    return overlays();
  }
}

async function openDialog<T>(make: (resolve: (value: T) => void) => DialogRequest): Promise<T> {
  const { show } = await overlays();
  return new Promise<T>((resolve, reject) => {
    show(make(resolve)).catch(reject);
  });
}

/** Opens a fragment in a dialog. Resolves to the result of its form, or undefined if it was closed. */
export const openFragment = (url: string): Promise<unknown> =>
  openDialog((resolve) => ({ kind: 'fragment', url, resolve }));

/** Asks for a plain yes or no. */
export const confirm = (question: Question): Promise<boolean> =>
  openDialog((resolve) => ({ kind: 'confirm', ...question, resolve }));

/** Asks for the typed confirmation phrase; anything else cancels, with a message. */
export const confirmPhrase = (question: Question): Promise<boolean> =>
  openDialog((resolve) => ({ kind: 'phrase', ...question, resolve }));

/** Asks for the reason of an act, starting with an earlier one; empty if cancelled. */
export const confirmReason = (question: Question, reason = ''): Promise<string> =>
  openDialog((resolve) => ({ kind: 'reason', ...question, reason, resolve }));

/** Shows what undoing an act would do and, if confirmed, undoes it; the page is then reloaded. */
export const askToUndo = (act: number, seen: Omit<ActToUndo, 'act'> = {}): Promise<boolean> =>
  openDialog((resolve) => ({ kind: 'undo', act, ...seen, resolve }));

/** Asks where to move a record; null if it stays. */
export const askPosition = (of: PositionToAsk): Promise<number | null> =>
  openDialog((resolve) => ({ kind: 'position', ...of, resolve }));

/** Shows where a record is used. */
export const showUses = (uses: Uses): Promise<void> => openDialog((resolve) => ({ kind: 'uses', ...uses, resolve }));

/** Shows plain text that needs an OK. */
export const alertMessage = (message: string): Promise<void> =>
  openDialog((resolve) => ({ kind: 'alert', message, resolve }));

/** Asks the page's user to sign in again; false if they did not. */
export const signInAgain = (): Promise<boolean> => openDialog((resolve) => ({ kind: 'sign-in', resolve }));

/** Opens the command palette. */
export const openPalette = (): Promise<void> => openDialog((resolve) => ({ kind: 'palette', resolve }));

/** Shows the keyboard shortcuts that apply on the page. */
export const showKeys = (): Promise<void> => openDialog((resolve) => ({ kind: 'keys', resolve }));

/** Shows a record beside its list, or none. */
export const peek = async (next: Peeked | null): Promise<void> => (await overlays()).peek(next);

/** Shows the record that was beside the list before the page was reloaded, or this one. */
export const resumePeek = async (turned: HTMLAnchorElement | null): Promise<void> =>
  (await overlays()).resumePeek(turned);

/** Shows the record after or before one, on the next page of the list too. */
export const stepPeek = async (from: Peeked, by: 1 | -1): Promise<void> => (await overlays()).stepPeek(from, by);

/** Closes the dialog around a fragment's form, and resolves its opener. */
export async function finishFragment(result: unknown): Promise<void> {
  const { finishTop } = await overlays();
  finishTop(result);
}

export function notify(notice: Notice): Promise<void> {
  const shown = overlays().then(({ showNotice }) => showNotice(notice));
  noteAct(shown);
  return shown;
}

/** Closes the notice that is still shown about something: it no longer holds. */
export async function takeNoticeBack(about: string): Promise<void> {
  const { hideNotice } = await overlays();
  hideNotice(about);
}

/** Undoes the last act of this page, or says that there is none. */
export async function undoLast(): Promise<void> {
  const { undoLast: undo } = await overlays();
  await undo();
}

/** Opens the plan that was made of an act which needs another person. */
export async function openPlan(href: string): Promise<void> {
  const { leaveFor } = await overlays();
  leaveFor(withPageLanguage(href));
}

const flashKey = 'flash';

/** What the next page shows. */
type Flash = Partial<Pick<Notice, 'message'>> & { undo?: number | undefined; made?: string; near?: string[] };

/** Goes to another page and shows a message there, with Undo if it is about an act. */
export function leaveWith(message: string, href: string, undo?: number | null): void {
  storeForNextPage({ message, undo: undo ?? undefined });
  goTo(withPageLanguage(href));
}

/** Reloads the page and shows a message there, with Undo if it is about an act. */
export function reloadWith(message: string, undo?: number | null): void {
  storeForNextPage({ message, undo: undo ?? undefined, near: rowsNear(document.activeElement) });
  location.reload();
}

/** Goes to the page that an act leads to: the work goes on at its heading. */
export function goOnAt(href: string): void {
  storeForNextPage({});
  goTo(href);
}

/**
 * Goes to the page of a record that was just made or, if it has none, to its list, this page by default, where its row is
 * shown and announced.
 */
export function goToMade({ id, row = String(id), at, undo }: Made, message: string, href = pageAddress()): void {
  if (at !== undefined) return leaveWith(message, at, undo);
  storeForNextPage({ message, undo, made: row });
  goTo(withPageLanguage(href));
}

/** Shows a record that was just made in a list on this page. */
export function showMadeHere({ id, row = String(id) }: Made, message: string): void {
  showMade(row);
  void notify({ message });
}

const storeForNextPage = (flash: Flash): void => storeValue(sessionStorage, flashKey, flash);

/** Shows the message left by the previous page. */
export function showFlash(): void {
  const stored: Flash | null = findStored(sessionStorage, flashKey);
  if (stored === null) return;
  sessionStorage.removeItem(flashKey);
  if (stored.made !== undefined) showMade(stored.made);
  else if (!stored.near?.some(focusRow)) focusHeading();
  const { message } = stored;
  if (message !== undefined) void notify({ ...stored, message });
}

/** Where a person's place on the page is lost, it goes on at the top of the content. */
export function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('main h1');
  if (!heading || document.activeElement !== document.body) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
