/** The number of characters of a rich text that readers see. */
export const textLength = (html: string): number => Array.from(plainText(html)).length;

/** The words of a rich text on one line, for counts and comparisons in a browser. */
export const plainText = (html: string): string =>
  html
    .replace(/<(?:br|\/p|\/li|\/h[2-4]|\/blockquote)[^>]*>/g, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|nbsp);/g, (_, name: string) => signs[name] ?? '')
    .replace(/\s+/g, ' ')
    .trim();

const signs: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' };

/** The typed address of a link with its scheme; null for an address that rich text does not keep. */
export function linkAddress(typed: string): string | null {
  const text = typed.trim();
  if (/^(https?:\/\/|mailto:)\S+$/i.test(text)) return text;
  if (/^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/.test(text)) return `mailto:${text}`;
  return /^[^\s:/]+\.[^\s:/]+(:\d+)?([/?#]\S*)?$/.test(text) ? `https://${text}` : null;
}
