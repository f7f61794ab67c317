/**
 * Whether the text was copied. Browsers copy only within a press: a text that must be waited for is given as a promise. The
 * clipboard API needs HTTPS and may be denied; then a selection is copied. It never fails: neither does a text that does.
 */
export async function copyText(text: string | Promise<string>): Promise<boolean> {
  try {
    const content = Promise.resolve(text).then((value) => new Blob([value], { type: 'text/plain' }));
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': content })]);
    return true;
  } catch {
    return Promise.resolve(text).then(copySelected, () => false);
  }
}

function copySelected(text: string): boolean {
  const focused = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.style.position = 'fixed';
  // Within the dialog that is open, outside of which nothing can be selected.
  (focused?.closest('dialog, [role="dialog"]') ?? document.body).append(field);
  field.select();
  // oxlint-disable-next-line typescript/no-deprecated -- nothing else copies over plain HTTP
  const isCopied = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  return isCopied;
}
