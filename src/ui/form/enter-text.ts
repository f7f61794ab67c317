/** Enters text into a field as if it was typed. */
export function enterText(field: HTMLInputElement, text: string): void {
  // The prototype's setter, since React compares with the value it set last.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
