import { illegalCharacter } from './xml-scan.ts';

const illegal = new RegExp(illegalCharacter, 'g');
const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const spaces: Readonly<Record<string, string>> = { '\t': '&#9;', '\n': '&#10;', '\r': '&#13;' };

/** A text as the content of an element, without the characters that XML cannot have. */
export const xmlText = (text: string): string =>
  text
    .toWellFormed()
    .replace(illegal, '')
    .replace(/[&<>]/g, (mark) => escapes[mark] ?? mark);

/** A text as the value of an attribute, in double quotes; a reader would make spaces of tabs and line ends. */
const xmlValue = (text: string): string =>
  xmlText(text).replace(/["\t\n\r]/g, (mark) => escapes[mark] ?? spaces[mark] ?? mark);

/** Attributes by name; those without a value are left out. */
type XmlValues = Readonly<Record<string, string | undefined>>;

/** An element with its attributes; `content` is XML, and without it the element is empty. */
export function xmlElement(name: string, attributes: XmlValues, content = ''): string {
  const written = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [` ${key}="${xmlValue(value)}"`],
  );
  const start = `<${name}${written.join('')}`;
  return content === '' ? `${start}/>` : `${start}>${content}</${name}>`;
}
