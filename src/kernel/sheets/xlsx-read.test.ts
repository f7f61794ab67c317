import { expect, test } from 'vitest';
import {
  allCells,
  allRows,
  type FixtureBook,
  relationship,
  relationships,
  saved,
  worksheet,
  xlsx,
} from './xlsx.fixture.ts';
import { readXlsx } from './xlsx-read.ts';

async function cells(book: FixtureBook): Promise<string[][]> {
  return allCells(readXlsx(await saved(xlsx(book))));
}

/** One row of cells with a style, to see how the sheet displays them. */
async function shown(formatCode: string, values: string[], workbook?: string): Promise<string[]> {
  const styles = `<numFmts><numFmt numFmtId="170" formatCode="${formatCode}"/></numFmts><cellXfs><xf/><xf numFmtId="170"/></cellXfs>`;
  const rows = `<row>${values.map((value) => `<c s="1"><v>${value}</v></c>`).join('')}</row>`;
  return (await cells({ rows, styles, workbook })).flat();
}

test('every kind of cell reads as the person sees it', async () => {
  const rows = `<row r="1">
    <c r="A1" t="s"><v>1</v></c><c r="B1" t="inlineStr"><is><t>inline</t></is></c><c r="C1" t="str"><f>A1&amp;"x"</f><v>result</v></c>
    <c r="D1"><v>42</v></c><c r="E1" t="b"><v>1</v></c><c r="F1" t="b"><v>0</v></c><c r="G1" t="e"><v>#N/A</v></c>
    <c r="H1" t="d"><v>2024-05-17T00:00:00</v></c><c r="I1" t="n"><v>-0.5</v></c>
  </row>`;
  const strings = '<si><t>no</t></si><si><t>shared</t></si>';
  expect(await cells({ rows, strings })).toEqual([
    ['shared', 'inline', 'result', '42', 'TRUE', 'FALSE', '#N/A', '2024-05-17', '-0.5'],
  ]);
});

test('numbers are written in full, without exponent and without binary rounding noise', async () => {
  const values = [
    '9780439023481',
    '9.780439023481E+12',
    '1.5E-7',
    '0.30000000000000004',
    '4.3499999999999996',
    '1E+22',
    '-0',
    '007',
    '2.50',
  ];
  const rows = `<row>${values.map((value) => `<c><v>${value}</v></c>`).join('')}</row>`;
  expect(await cells({ rows })).toEqual([
    ['9780439023481', '9780439023481', '0.00000015', '0.3', '4.35', '10000000000000000000000', '0', '7', '2.5'],
  ]);
});

test('a formula gives its stored result and is never evaluated; without a result the cell says so', async () => {
  const rows =
    '<row><c><f>1+1</f><v>2</v></c><c><f>1+1</f></c><c t="str"><f>"a"</f><v></v></c><c t="inlineStr"><is><t>end</t></is></c></row>';
  expect(await cells({ rows })).toEqual([['2', '#UNCALCULATED!', '', 'end']]);
});

test('the apostrophe that our CSV puts before a formula does not stay when people save it as .xlsx', async () => {
  const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
  const rows = `<row>${text("'-5 degrees")}${text("''=quoted")}${text("'Tis")}<c t="s"><v>0</v></c></row>`;
  expect(await cells({ rows, strings: "<si><t>'@home</t></si>" })).toEqual([
    ['-5 degrees', "'=quoted", "'Tis", '@home'],
  ]);
});

test('dates become ISO dates, as precise as the cell shows them', async () => {
  expect(await shown('yyyy\\-mm\\-dd', ['45429', '45429.75', '1', '59', '61'])).toEqual([
    '2024-05-17',
    '2024-05-17',
    '1900-01-01',
    '1900-02-28',
    '1900-03-01',
  ]);
  expect(await shown('yyyy&quot;년&quot; m&quot;월&quot; d&quot;일&quot;;@', ['45429'])).toEqual(['2024-05-17']);
  expect(await shown('[$-409]mmm\\-yy', ['45413'])).toEqual(['2024-05']);
  expect(await shown('yyyy', ['45429'])).toEqual(['2024']);
  expect(await shown('m/d/yyyy h:mm', ['45429.75', '45429'])).toEqual(['2024-05-17 18:00:00', '2024-05-17']);
});

test('times become hours, minutes and seconds, also beyond a day', async () => {
  expect(await shown('h:mm AM/PM', ['0.0625'])).toEqual(['01:30:00']);
  expect(await shown('mm:ss', ['0.00104166666666667'])).toEqual(['00:01:30']);
  expect(await shown('[h]:mm:ss', ['1.5'])).toEqual(['36:00:00']);
});

test('formats that only look like dates leave their numbers alone', async () => {
  for (const format of ['General', '0.00E+00', '#,##0.00', '&quot;days&quot; 0', '[Red]0', '0\\d', '@']) {
    expect(await shown(format, ['45429'])).toEqual(['45429']);
  }
});

test('a number padded with zeros keeps them', async () => {
  expect(await shown('0000000000', ['439023483', '-5', '1.5'])).toEqual(['0439023483', '-5', '1.5']);
});

test('a book that counts its dates from 1904 is read that way', async () => {
  const workbook = '<workbookPr date1904="1"/><sheets><sheet name="A" r:id="rId1"/></sheets>';
  expect(await shown('yyyy-mm-dd', ['43967', '0'], workbook)).toEqual(['2024-05-17', '1904-01-01']);
});

test('built-in date formats are known; date signs in other sections are not mistaken for them', async () => {
  const styles = `<dxfs><dxf><numFmt numFmtId="2" formatCode="yyyy"/></dxf></dxfs><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>
    <cellXfs><xf numFmtId="2"/><xf numFmtId="14"/></cellXfs>`;
  const rows = '<row><c s="0"><v>45429</v></c><c s="1"><v>45429</v></c><c s="9"><v>45429</v></c></row>';
  expect(await cells({ rows, styles })).toEqual([['45429', '2024-05-17', '45429']]);
});

test('rich text is joined, and phonetic guides are left out', async () => {
  const strings =
    '<si><r><rPr><b/></rPr><t>東</t></r><r><t xml:space="preserve"> 京</t></r><rPh sb="0" eb="2"><t>とうきょう</t></rPh><phoneticPr fontId="1"/></si>';
  const inline = '<c t="inlineStr"><is><r><t>서</t></r><r><t>울</t></r><rPh><t>Seoul</t></rPh></is></c>';
  expect(await cells({ rows: `<row><c t="s"><v>0</v></c>${inline}</row>`, strings })).toEqual([['東 京', '서울']]);
});

test('escapes, entities, CDATA and line breaks of XML are decoded', async () => {
  const text =
    'a_x000D_&#10;b &lt;&amp;&gt;&quot;&apos; &#xAC00;&#128512; _x005F_x000D_ _xZZZZ_ <![CDATA[<i>&amp;</i>]]>\r\nc';
  const rows = `<row><c t="inlineStr"><is><t>${text}</t></is></c></row>`;
  expect(await cells({ rows })).toEqual([['a\r\nb <&>"\' 가😀 _x000D_ _xZZZZ_ <i>&amp;</i>\nc']]);
});

test('rows and cells keep their position in the sheet, and empty rows are skipped', async () => {
  const rows = `<row r="2"><c r="B2"><v>1</v></c><c r="AA2"><v>2</v></c></row><row r="5" s="1"/><row r="7"><c r="A7" s="1"/></row>
    <row><c><v>3</v></c><c/><c><v>4</v></c></row><row r="1048576"><c r="A1048576"><v>5</v></c></row>`;
  const wide = Array.from({ length: 27 }, () => '');
  wide[1] = '1';
  wide[26] = '2';
  expect(await allRows(readXlsx(await saved(xlsx({ rows }))))).toEqual([
    { row: 2, cells: wide },
    { row: 8, cells: ['3', '', '4'] },
    { row: 1_048_576, cells: ['5'] },
  ]);
});

test('styled but empty cells out to the last column do no harm', async () => {
  const rows = '<row r="1"><c r="A1"><v>1</v></c><c r="XFD1" s="1"/></row>';
  expect(await cells({ rows })).toEqual([['1']]);
});

test('elements may have a namespace prefix, beside elements of other namespaces', async () => {
  const sheet = `<x:worksheet xmlns:x="m" xmlns:o="o"><o:row><o:c><o:v>9</o:v></o:c></o:row><x:sheetData>
    <x:row r='1' o:r="7"><x:c r = "A1"	t="str" ><x:v >one</x:v></x:c></x:row></x:sheetData><!-- <x:row> --><?note x?></x:worksheet>\n`;
  expect(await cells({ parts: { 'xl/worksheets/sheet1.xml': `\ufeff${sheet}` } })).toEqual([['one']]);
});

test('a sheet is found by name, ignoring case, even when hidden; otherwise the first visible one is read', async () => {
  const workbook =
    '<sheets><sheet name="Chart" r:id="rId9"/><sheet name="Old" state="hidden" r:id="rId1"/><sheet name="Words &amp; Co" r:id="rId5"/></sheets>';
  const file = await saved(
    xlsx({
      workbook,
      rows: '<row><c t="str"><v>old</v></c></row>',
      relationships:
        relationship('rId5', 'worksheet', '/xl/worksheets/Sheet2.xml') +
        relationship('rId9', 'chartsheet', 'chartsheets/sheet1.xml') +
        '<Relationship Id="rId7" Type="x/hyperlink" Target="http://example.org/" TargetMode="External"/>',
      parts: { 'xl/worksheets/sheet2.xml': worksheet('<row><c t="str"><v>new</v></c></row>') },
    }),
  );
  expect(await allCells(readXlsx(file, { sheet: 'OLD' }))).toEqual([['old']]);
  expect(await allCells(readXlsx(file, { sheet: 'words & co', strictSheet: true }))).toEqual([['new']]);
  expect(await allCells(readXlsx(file, { sheet: 'No such' }))).toEqual([['new']]);
  expect(await allCells(readXlsx(file))).toEqual([['new']]);
});

test('a sheet is visible unless its state says hidden: some writers call it "show"', async () => {
  const workbook = '<sheets><sheet name="A" state="show" sheetId="1" r:id="rId1"/></sheets>';
  const rows = '<row r="1"><c r="A1" t="str"><v>seen</v></c></row>';
  expect(await allCells(readXlsx(await saved(xlsx({ workbook, rows }))))).toEqual([['seen']]);
});

test('the main part may have another name and location', async () => {
  const parts = {
    '_rels/.rels': relationships(relationship('rId1', 'officeDocument', '/book/main.xml')),
    'book/main.xml': '<workbook><sheets><sheet name="A" r:id="rId1"/></sheets></workbook>',
    'book/_rels/main.xml.rels': relationships(relationship('rId1', 'worksheet', '../xl/./worksheets/sheet1.xml')),
    'xl/workbook.xml': undefined,
  };
  expect(await cells({ rows: '<row><c><v>1</v></c></row>', parts })).toEqual([['1']]);
});

test('a sheet without rows reads as no rows', async () => {
  expect(await cells({})).toEqual([]);
  expect(await cells({ parts: { 'xl/worksheets/sheet1.xml': '<worksheet><sheetData/></worksheet>' } })).toEqual([]);
});

test('a reader may stop early, and other work gets its turn between batches', async () => {
  const row = `<row>${'<c t="str"><v>some text of a cell</v></c>'.repeat(30)}</row>`;
  const file = await saved(xlsx({ rows: row.repeat(5000) }));
  let turns = 0;
  const turn = setInterval(() => turns++, 0);
  let batches = 0;
  let count = 0;
  for await (const batch of readXlsx(file)) {
    batches++;
    count += batch.length;
    if (count > 4000) break;
  }
  clearInterval(turn);
  expect(batches).toBeGreaterThan(20);
  expect(turns).toBeGreaterThan(3);
});
