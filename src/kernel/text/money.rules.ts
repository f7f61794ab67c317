/** The form of amounts in calls: decimals, never floats. */
export const amountForm = /^\d{1,12}(\.\d{1,4})?$/;

/** How many decimals amounts in a currency have: none for KRW, two for USD. */
export const decimalsOf = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;

/** Whether a text is an amount without more decimals than its currency has; zeros at the end do not count. */
export function isAmountIn(currency: string, text: string): boolean {
  const [, decimals = ''] = text.split('.');
  return amountForm.test(text) && decimals.replace(/0+$/, '').length <= decimalsOf(currency);
}
