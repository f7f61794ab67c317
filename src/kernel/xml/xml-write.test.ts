import { expect, test } from 'vitest';
import { XmlScanner } from './xml-scan.ts';
import { xmlElement, xmlText } from './xml-write.ts';

test('what is written is read back, in texts and in attributes, without what XML cannot have', () => {
  const text = '& < > " \' ]]>\ttab\nline 한글 😀';
  const written = xmlElement('a', { of: text, none: undefined }, xmlText(`${text}\u0000\uffff\ud800`));
  const read: (string | undefined)[] = [];
  const scanner = new XmlScanner({
    wantsText: true,
    open: (_name, attributes) => read.push(attributes.get('of'), attributes.get('none')),
    text: (part) => read.push(part),
    close: () => undefined,
  });
  scanner.write(written);
  scanner.end();
  const [of, none, ...parts] = read;
  expect([of, none]).toEqual([text, undefined]);
  expect(parts.join('')).toBe(`${text}\ufffd`);
  expect(xmlElement('a', {})).toBe('<a/>');
});
