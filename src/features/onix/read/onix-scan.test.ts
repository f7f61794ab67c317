import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { randomMessage } from '../onix-random.fixture.ts';
import { readProducts } from './onix-scan.ts';

async function productsIn(message: string): Promise<unknown[]> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'onix-'));
  const file = path.join(folder, 'message.xml');
  const found: unknown[] = [];
  try {
    await writeFile(file, message);
    for await (const { products } of readProducts(file)) found.push(...products);
  } finally {
    await rm(folder, { recursive: true });
  }
  return found;
}

/** How else the same message may be written. */
const waysToWrite: Record<string, (message: string) => string> = {
  'with spaces in its tags': (message) => message.replace(/<(\/?[A-Z]\w*)>/g, '<$1 >'),
  'with line breaks in its tags': (message) => message.replace(/<(\/?[A-Z]\w*)>/g, '<$1\r\n>'),
  'with attributes': (message) => message.replace(/<([A-Z]\w*)>/g, '<$1 sourcename="press" datestamp="2026">'),
  'with comments between its elements': (message) => message.replace(/>(?=<[A-Z])/g, '><!-- <b203>no</b203> -->'),
  'with a comment in each text': (message) => message.replace(/(?<=<[A-Z]\w*>)[^<]{4,}(?=<\/)/g, '$&<!-- no -->'),
  'with each text as CDATA': (message) =>
    message.replace(/(?<=<[A-Z]\w*>)[^<&]+(?=<\/)/g, (text) => `<![CDATA[${text}]]>`),
  'with elements of nobody’s between its own': (message) =>
    message.replace(/<(?=Descriptive|TitleText|IDValue)/g, '<Nobody><TitleText>no</TitleText></Nobody><'),
  'with a prefix': (message) => message.replace('xmlns=', 'xmlns:o=').replace(/<(\/?)([A-Z]\w*)/g, '<$1o:$2'),
};

test.each(Object.entries(waysToWrite))('A message is read the same %s', async (_, write) => {
  const message = randomMessage(3, 60);
  const other = write(message);
  expect(other).not.toBe(message);
  expect(await productsIn(other)).toEqual(await productsIn(message));
});

test('An element that ends under another name is refused wherever it is', async () => {
  const message = randomMessage(3, 4);
  const ends = [...message.matchAll(/<\/(IDValue|TitleText|ProductIdentifier|Product)>/g)];
  for (const { index, 0: end } of ends) {
    const wrong = `${message.slice(0, index)}${end.replace('>', 'x>')}${message.slice(index + end.length)}`;
    await expect(productsIn(wrong)).rejects.toMatchObject({ code: 'onix.damaged' });
  }
});
