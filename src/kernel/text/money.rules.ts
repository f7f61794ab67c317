/** The form of amounts in calls: decimals, never floats. */
export const amountForm = /^\d{1,12}(\.\d{1,4})?$/;

// Making a format takes longer than writing an amount.
const decimals = new Map<string, number>();

/** How many decimals amounts in a currency have: none for KRW, two for USD. */
export function decimalsOf(currency: string): number {
  const known =
    decimals.get(currency) ??
    new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ??
    2;
  decimals.set(currency, known);
  return known;
}

/** Whether a text is an amount without more decimals than its currency has; zeros at the end do not count. */
export function isAmountIn(currency: string, text: string): boolean {
  const [, part = ''] = text.split('.');
  return amountForm.test(text) && part.replace(/0+$/, '').length <= decimalsOf(currency);
}

/**
 * An amount as a decimal string as files and answers have it: with the decimals of its currency, '39000' KRW and '29.70'
 * USD; decimals beyond these stay unless they are zeros.
 */
export function amountText(amount: string, currency: string): string {
  const [whole = '', part = ''] = amount.split('.');
  const written = part.replace(/0+$/, '').padEnd(decimalsOf(currency), '0');
  return written === '' ? whole : `${whole}.${written}`;
}

const formats = new Map<string, Intl.NumberFormat>();

/** A decimal string in its currency as a language writes it, exactly: amounts may have more decimals than their currency. */
export function moneyText(language: string, amount: string, currency: string): string {
  const key = `${language} ${currency}`;
  const format =
    formats.get(key) ?? new Intl.NumberFormat(language, { style: 'currency', currency, maximumFractionDigits: 4 });
  formats.set(key, format);
  // TypeScript types such strings by their format only.
  return format.format(amount as `${number}`);
}
