import { expect, test } from 'vitest';
import { readPdf } from '#test/read-pdf.ts';
import { outlineOf, readStructure } from '#test/pdf-structure.ts';
import { faultsOfPdf } from '#test/pdf-ua.ts';
import { xmlText } from '../xml/xml-write.ts';
import { Pdf } from './pdf.ts';

const read = async (draw: (pdf: Pdf) => Promise<void>) => {
  const pdf = await Pdf.begin({ title: 'Test', locale: 'en' });
  pdf.addPage();
  await draw(pdf);
  return readPdf(Buffer.concat([pdf.taken(), pdf.end()]), 1);
};

test('text in all five languages is read back as it was written, in every face', async () => {
  const texts = ['Cómo leer: ¿ñ?', '등록한 날부터 90일', '日本語をよむ骨', 'İlk adımlar, ığdır şöğüç', 'KB47–YWRC'];
  const [page] = await read(async (pdf) => {
    for (const [row, text] of texts.entries()) {
      for (const [column, face] of (['text', 'strong', 'title'] as const).entries()) {
        const line = await pdf.line(text, { face, size: 10 });
        pdf.part('P', () => pdf.draw(line, { x: 10 + column * 65, y: 20 + row * 10 }));
      }
    }
  });
  for (const text of texts) expect(page?.text.split(text)).toHaveLength(4);
});

test('a document says its title and language, and whoever has it read aloud gets its parts in their order', async () => {
  const title = 'Autumn & <spring> “가을”';
  const pdf = await Pdf.begin({ title, locale: 'ko' });
  pdf.addPage();
  const line = await pdf.line('첫걸음', { face: 'text', size: 10 });
  let y = 0;
  const draw = () => pdf.draw(line, { x: 20, y: (y += 20) });
  expect(() => pdf.paint([{ x: 1, y: 1, width: 1, height: 1 }], '#000')).toThrow('neither in a part nor an artifact');
  pdf.artifact(draw);
  pdf.part('H1', draw);
  pdf.open('Table');
  pdf.open('TR');
  pdf.part('TH', draw, { scope: 'Row' });
  pdf.part('TD');
  pdf.close();
  pdf.close();
  pdf.addPage();
  pdf.part('Figure', draw, { picture: { alt: 'A lantern', box: { x: 20, y: 20, width: 5, height: 5 } } });
  pdf.part('P', draw, { locale: 'jp', actual: 'はじめの一歩' });
  const file = Buffer.concat([pdf.taken(), pdf.end()]);
  const [first, second] = await readStructure(file);
  // A cell without a text is on no page.
  expect(outlineOf(first?.parts ?? [])).toEqual(['Document', ' H1 첫걸음', ' Table', '  TR', '   TH 첫걸음']);
  expect(first?.artifacts).toBe('첫걸음');
  expect(outlineOf(second?.parts ?? [])).toEqual(['Document', ' Figure A lantern', ' P ja はじめの一歩']);
  expect(await faultsOfPdf(file)).toEqual([]);
  const plain = file.toString('utf8');
  for (const text of ['/S /TD', '/Scope /Row', '/Lang (ko)', '/Marked true', '/DisplayDocTitle true'])
    expect(plain).toContain(text);
  expect(plain).toContain(`xml:lang="x-default">${xmlText(title)}<`);
  expect(file.includes(Buffer.from(`\ufeff${title}`, 'utf16le').swap16())).toBe(true);
});

test('a document that is not PDF/UA is told from one that is', async () => {
  const pdf = await Pdf.begin({ title: ' ', locale: 'en' });
  pdf.addPage();
  const line = await pdf.line('A lantern', { face: 'text', size: 10 });
  const draw = () => pdf.draw(line, { x: 20, y: 20 });
  pdf.part('H2', draw);
  pdf.open('Table');
  for (const cells of [1, 2]) {
    pdf.open('TR');
    for (let cell = 0; cell < cells; cell++) pdf.part('TH', draw);
    pdf.close();
  }
  pdf.close();
  pdf.part('Figure', draw, { picture: { alt: '', box: { x: 20, y: 20, width: 5, height: 5 } } });
  const file = Buffer.concat([pdf.taken(), pdf.end()]);
  expect(await faultsOfPdf(file)).toEqual([
    '7.1: the metadata have no title',
    '7.3: a picture has no text',
    '7.4: H2 skips a level',
    '7.5: rows of one table have 1 and 2 cells',
    ...Array.from({ length: 3 }, () => '7.5: a head does not say what it heads'),
  ]);
});

test('a character that no font has is drawn and read as a box', async () => {
  const [page] = await read(async (pdf) => {
    const line = await pdf.line('Owls 🦉!', { face: 'text', size: 10 });
    pdf.part('P', () => pdf.draw(line, { x: 10, y: 20 }));
  });
  expect(page?.text).toContain('Owls □!');
});

test('a line is as wide as it is measured, so that what ends at an edge does not pass it', async () => {
  const [page] = await read(async (pdf) => {
    const line = await pdf.line('First steps 첫걸음', { face: 'title', size: 20 });
    pdf.part('P', () => pdf.draw(line, { x: 105, y: 40, align: 'right' }));
  });
  const { data = new Uint8ClampedArray(), width = 0 } = page?.picture ?? {};
  const inked = Array.from({ length: data.length / 4 }, (_, at) => at).filter((at) => (data[at * 4] ?? 255) < 128);
  const right = Math.max(...inked.map((at) => at % width));
  const edge = (105 / 210) * width;
  expect(right).toBeLessThanOrEqual(edge);
  expect(right).toBeGreaterThan(edge - 6);
});

test('a long title is drawn smaller until it fits into two lines, and cut off only where nothing else helps', async () => {
  const pdf = await Pdf.begin({ title: 'Test', locale: 'en' });
  const fit = (text: string) => pdf.fit(text, { face: 'title', sizes: [15, 12, 9], width: 50, most: 2 });
  const shown = async (text: string) =>
    (await fit(text)).map(({ style, runs }) => [style.size, runs.map((run) => run.text).join('')]);
  expect(await shown('First steps')).toEqual([[15, 'First steps']]);
  expect(await shown('The little book of first steps in reading')).toEqual([
    [12, 'The little book of first '],
    [12, 'steps in reading'],
  ]);
  const lines = await fit('A book '.repeat(40));
  expect(lines.map(({ style }) => style.size)).toEqual([9, 9]);
  expect((await shown('A book '.repeat(40))).at(-1)?.[1]).toMatch(/…$/);
  for (const { width } of lines) expect(width).toBeLessThanOrEqual(50);
});
