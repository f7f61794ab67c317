import { notify } from '../client/dialogs.ts';
import { pageInterface } from '../client/page-interface.ts';

/** Says when a field takes only the beginning of what is pasted: browsers cut it without a word. */
export function reportCutPastes(): void {
  addEventListener('paste', ({ target, clipboardData }) => {
    if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) || target.maxLength < 0) return;
    const pasted = clipboardData?.getData('text/plain') ?? '';
    const length = target instanceof HTMLInputElement ? pasted.replace(/[\r\n]/g, '').length : pasted.length;
    const replaced = (target.selectionEnd ?? 0) - (target.selectionStart ?? 0);
    const left = target.maxLength - (target.value.length - replaced);
    if (length <= left) return;
    void notify({ message: pageInterface.text('form.cut', { left, length, max: target.maxLength }), tone: 'problem' });
  });
}
