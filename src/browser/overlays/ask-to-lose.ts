import { forgetUnsaved, unsavedIn } from '#ui/form/use-unsaved.ts';
import { confirm } from '../../client/dialogs.ts';
import { pageInterface } from '../../client/page-interface.ts';

/** Asks before unsaved input inside an element is lost; whether it may be. */
export async function askToLose(within: Element | null): Promise<boolean> {
  const left = within && unsavedIn(within);
  if (!left) return true;
  const { text } = pageInterface;
  const words = left.words ?? { title: text('confirm.unsaved_title'), body: text('confirm.unsaved') };
  const isAgreed = await confirm({ ...words, agree: text('confirm.leave'), danger: true });
  if (isAgreed) forgetUnsaved(within);
  return isAgreed;
}
