// In quotes, after a backslash, a width or a filler that prints nothing, a color or a locale, or any character.
const token = /"([^"]*)"|\\(.)|[_*].|\[([^\]]*)\]|([^])/g;
const printedAsIs = /[-+/():!^&'~{}<>= $]/;

/**
 * The first section of a number format that prints a whole number digit by digit, such as `000-000` or `"T-"0000`: '0'
 * for a digit, '#' for one that may be missing, and otherwise the text to print, after a space. Undefined for every other
 * format, and for those that only name a unit of a plain number, such as `0" pages"`: there, the number is meant.
 */
export function digitMask(code: string): readonly string[] | undefined {
  const mask: string[] = [];
  for (const [whole, quoted, escaped, bracketed, plain] of code.matchAll(token)) {
    if (plain === ';') break;
    const text = quoted ?? escaped;
    if (text !== undefined) mask.push(` ${text}`);
    else if (bracketed !== undefined) {
      if (!/^(?:[a-z]{3,}\d*|\$-.*)$/i.test(bracketed)) return undefined;
    } else if (plain === '0' || plain === '#') mask.push(plain);
    else if (plain !== undefined && printedAsIs.test(plain)) mask.push(` ${plain}`);
    else if (plain !== undefined || whole === '') return undefined;
  }
  const zeros = mask.filter((part) => part === '0').length;
  const before = mask.slice(0, mask.findIndex(isDigit)).map((part) => part.slice(1));
  // A prefix such as B belongs to the number, a word before or after it does not.
  const isPlain = zeros === 1 && (before.length === 0 || before.join('').includes(' '));
  return zeros === 0 || isPlain ? undefined : mask;
}

const isDigit = (part: string | undefined) => part === '0' || part === '#';

/** A number through a mask; one that is no whole number, or negative, stays as it is. */
export function maskedNumber(number: string, mask: readonly string[]): string {
  if (!/^\d+$/.test(number)) return number;
  const given = number === '0' ? '' : number;
  const width = mask.filter(isDigit).length;
  let digits = given.padStart(width, ' ');
  let text = '';
  let left = width;
  for (const part of mask) {
    if (!isDigit(part)) {
      text += part.slice(1);
      continue;
    }
    // All digits that exceed the mask stand at its first one.
    const taken = left === width ? digits.length - width + 1 : 1;
    const piece = digits.slice(0, taken);
    digits = digits.slice(taken);
    left -= 1;
    text += piece.trim() !== '' ? piece : part === '0' ? '0' : '';
  }
  return text;
}
