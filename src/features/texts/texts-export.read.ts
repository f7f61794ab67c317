import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { Zip, ZipDeflate } from 'fflate';
import { mapRows, sendBlocks, sendExport } from '#kernel/http/export.ts';
import { AppError } from '#kernel/messages/errors.ts';
import { defaultLocale, type Locale, languageTag } from '#kernel/messages/locale.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import type { RecordText } from '#kernel/records/record-texts.ts';
import { sheetLimits } from '#kernel/sheets/sheet-rows.ts';
import type { SheetValue } from '#kernel/sheets/sheet-value.ts';
import type { TermReader } from '#kernel/text/house-terms.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import { earlierNote, fileParagraphs, statesNote } from './file/file-paragraphs.ts';
import { textId, writeMarks } from './file/text-file.rules.ts';
import { markOf } from './file/text-mark.ts';
import { sheetHeading } from './file/text-sheet.rules.ts';
import type { XliffForm } from './file/xliff-form.ts';
import { xliff1 } from './file/xliff1-write.ts';
import { xliff2 } from './file/xliff2-write.ts';
import type { TextsQuery } from './texts.contract.ts';
import type { TextSelection } from './texts.rules.ts';
import { readInParts, travellingOf } from './texts-of.read.ts';
import { termsNote, wantedOf } from './text-terms.ts';

/** Streams texts for translators. */
export async function exportTexts(
  { ctx, reply }: { ctx: Context; reply: FastifyReply },
  { records, terms }: Pick<Kernel, 'records' | 'terms'>,
  { what, from, to: wanted, only, as }: TextsQuery,
): Promise<Readable> {
  const texts = travellingOf(records, what);
  const to = wanted.filter((locale) => locale !== from);
  const [first, ...others] = to;
  if (!first) throw new AppError(400, 'invalid.input', undefined, { fields: { to: { key: 'texts.same_language' } } });
  const ids = await texts.list(ctx);
  const chosen = (languages: readonly Locale[]) =>
    mapBatches(readInParts(ctx, texts, ids), (one) =>
      languages.some((locale) => isWanted(one, { from, to: locale, only })),
    );
  const title = `texts-${what}`;
  const read = await terms.reader(ctx);
  if (as === 'xlsx') {
    const batches = mapRows(chosen(to), (one) => sheetRow(what, one, { from, to, read }));
    return sendExport({ ctx, reply }, { title, as, heading: sheetHeading(from, to), batches });
  }
  const form = as === 'xliff12' ? xliff1 : xliff2;
  const xliff = (locale: Locale) => writeXliff(ctx, { form, read }, what, { from, to: locale }, chosen([locale]));
  if (others.length === 0)
    return sendBlocks({ ctx, reply }, { title: `${title}-${languageTag(first)}`, as: 'xlf', blocks: xliff(first) });
  const files = to.map((locale) => ({ name: `${title}-${languageTag(locale)}.xlf`, blocks: xliff(locale) }));
  return sendBlocks({ ctx, reply }, { title, as: 'zip', blocks: zipped(files) });
}

async function* mapBatches<T>(batches: AsyncIterable<readonly T[]>, matches: (one: T) => boolean): AsyncGenerator<T[]> {
  for await (const batch of batches) yield batch.filter(matches);
}

interface Direction {
  from: Locale;
  to: Locale;
}

function isWanted({ texts, older }: RecordText, { from, to, only }: Direction & { only: TextSelection }): boolean {
  const [source, target] = [texts[from] ?? '', texts[to] ?? ''];
  if (only === 'missing') return source !== '' && target === '';
  if (only === 'older') return older.includes(to);
  return source !== '' || target !== '';
}

const marksOf = ({ texts }: RecordText, languages: readonly Locale[]) =>
  writeMarks(languages.map((locale) => [locale, markOf(texts[locale] ?? '')]));

/** A row of the sheet. A text that a cell cannot hold is left out, so that it cannot come back cut. */
function sheetRow(
  kind: string,
  one: RecordText,
  { from, to, read }: { from: Locale; to: readonly Locale[]; read: TermReader },
): SheetValue[] {
  const fitting = (text: string) => (text.length > sheetLimits.maxCell ? null : text);
  const notes = (locale: Locale) => {
    const paragraphs = fileParagraphs(one, locale);
    const wanted = termsNote(wantedOf(read, one, locale));
    return [earlierNote(one, locale, paragraphs), statesNote(paragraphs), wanted].map(fitting);
  };
  return [
    textId(kind, one.id, one.field),
    one.context,
    one.field,
    one.limit,
    one.texts[from] ?? '',
    ...to.map((locale) => fitting(one.texts[locale] ?? '')),
    marksOf(one, [from, ...to]),
    ...(from === defaultLocale ? to.flatMap(notes) : []),
  ];
}

/** Texts of a kind of record as a file for translators, block by block. */
export async function* writeXliff(
  ctx: Context,
  { form, read }: { form: XliffForm; read: TermReader },
  kind: string,
  { from, to }: Direction,
  batches: AsyncIterable<readonly RecordText[]>,
): AsyncGenerator<Uint8Array> {
  yield Buffer.from(form.head(kind, from, to));
  let isEmpty = true;
  for await (const batch of batches) {
    isEmpty &&= batch.length === 0;
    const units = batch.map((one) => {
      const isFromEnglish = from === defaultLocale;
      const paragraphs = isFromEnglish ? fileParagraphs(one, to) : null;
      return form.unit({
        id: textId(kind, one.id, one.field),
        context: one.context,
        label: ctx.text(one.label),
        limit: one.limit,
        marks: marksOf(one, [from, to]),
        terms: isFromEnglish ? termsNote(wantedOf(read, one, to)) : '',
        earlier: isFromEnglish ? earlierNote(one, to, paragraphs) : '',
        paragraphs,
        isRich: one.form === 'rich',
        isOlder: one.older.includes(to),
        source: one.texts[from] ?? '',
        target: one.texts[to] ?? '',
      });
    });
    yield Buffer.from(units.join(''));
  }
  yield Buffer.from(isEmpty ? form.none + form.end : form.end);
}

/** Files one after the other as a zip. */
async function* zipped(
  files: readonly { name: string; blocks: AsyncIterable<Uint8Array> }[],
): AsyncGenerator<Uint8Array> {
  const out: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    out.push(chunk);
  });
  for (const { name, blocks } of files) {
    const part = new ZipDeflate(name, { level: 1 });
    zip.add(part);
    for await (const block of blocks) {
      part.push(block);
      yield* out.splice(0);
    }
    part.push(new Uint8Array(), true);
  }
  zip.end();
  yield* out.splice(0);
}
