/** The ISBN-13 of an ISBN with ten or thirteen digits, hyphens or not; undefined if it is not one. */
export function isbn13(text: string): string | undefined {
  const digits = text.replace(/[-\s‐‑–]/g, '').toUpperCase();
  if (/^97[89]\d{10}$/.test(digits)) return digits;
  return /^\d{9}[\dX]$/.test(digits) ? completed(`978${digits.slice(0, 9)}`) : undefined;
}

function completed(twelve: string): string {
  const sum = Array.from(twelve).reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
  return `${twelve}${(10 - (sum % 10)) % 10}`;
}
