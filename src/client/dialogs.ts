// The doors to what lies over a page. The dialogs themselves, and the library they need, load with the first use.
import { keepingLanguage } from './language.ts';

/** A message that appears for a while; `retry` adds a button that does the act again. */
export interface Notice {
  message: string;
  /** What failed, above the reason. */
  title?: string;
  tone?: 'done' | 'problem';
  retry?: () => void;
}

export interface Question {
  title: string;
  body?: string;
  /** The label of the button that agrees. */
  agree?: string;
  danger?: boolean;
}

/** One dialog to show, and whom to answer. */
export type DialogRequest =
  | { kind: 'fragment'; url: string; resolve: (result: unknown) => void }
  | ({ kind: 'confirm'; resolve: (agreed: boolean) => void } & Question)
  | ({ kind: 'phrase'; resolve: (agreed: boolean) => void } & Question)
  | { kind: 'palette'; resolve: () => void }
  | { kind: 'alert'; message: string; resolve: () => void };

/** What draws them over the page. */
export interface Overlays {
  show: (request: DialogRequest) => Promise<void>;
  showNotice: (notice: Notice) => Promise<void>;
  /** Closes the topmost fragment with a result. */
  finishTop: (result: unknown) => void;
}

let overlays = (): Promise<Overlays> => Promise.reject(new Error('drawDialogsWith comes first.'));

/** Says how to load what draws dialogs. The browser entry does so once, so that the kit need not know it. */
export function drawDialogsWith(load: () => Promise<Overlays>): void {
  overlays = load;
}

async function ask<T>(make: (resolve: (value: T) => void) => DialogRequest): Promise<T> {
  const { show } = await overlays();
  return new Promise<T>((resolve, reject) => {
    show(make(resolve)).catch(reject);
  });
}

/** Opens a fragment in a dialog. Answers what its form finished with, or undefined when it was closed. */
export const openFragment = (url: string): Promise<unknown> => ask((resolve) => ({ kind: 'fragment', url, resolve }));

/** Asks for a plain yes or no. */
export const confirm = (question: Question): Promise<boolean> =>
  ask((resolve) => ({ kind: 'confirm', ...question, resolve }));

/** Asks to type the confirmation phrase; anything else cancels, with a message that says so. */
export const confirmPhrase = (question: Question): Promise<boolean> =>
  ask((resolve) => ({ kind: 'phrase', ...question, resolve }));

/** Shows plain text that needs an OK. */
export const alertMessage = (message: string): Promise<void> => ask((resolve) => ({ kind: 'alert', message, resolve }));

/** Opens the command palette. */
export const openPalette = (): Promise<void> => ask((resolve) => ({ kind: 'palette', resolve }));

/** Closes the dialog a fragment's form stands in, and answers whoever opened it. */
export async function finishFragment(result: unknown): Promise<void> {
  const { finishTop } = await overlays();
  finishTop(result);
}

export async function notify(notice: Notice): Promise<void> {
  const { showNotice } = await overlays();
  await showNotice(notice);
}

const flashKey = 'flash';

/** Goes to another page and shows a message there. */
export function leaveWith(message: string, href: string): void {
  sessionStorage.setItem(flashKey, message);
  location.assign(keepingLanguage(href));
}

/** Loads the page anew and shows a message there. */
export function reloadWith(message: string): void {
  sessionStorage.setItem(flashKey, message);
  location.reload();
}

export function showFlash(): void {
  const message = sessionStorage.getItem(flashKey);
  if (message === null) return;
  sessionStorage.removeItem(flashKey);
  void notify({ message });
}
