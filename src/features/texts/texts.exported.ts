import { travellingTexts } from '#features/collection/collection-texts.public.ts';
import { defaultLocale, languageTag, localeNames, locales } from '#kernel/messages/locale.ts';
import { termReader } from '#kernel/text/house-terms.rules.ts';
import type { ExportedTables } from '#kernel/work/exported-tables.ts';
import { xliff2 } from './file/xliff2-write.ts';
import { readInParts } from './texts-of.read.ts';
import { writeXliff } from './texts-export.read.ts';

const translated = locales.filter((locale) => locale !== defaultLocale);

/** Imports of texts, and the texts of collections in a file for each language that they are translated to. */
export const textsExported: ExportedTables = {
  tables: ['text_import', 'text_import_cell'],
  documents: translated.map((to) => ({
    file: `xliff/collection-${languageTag(to)}.xlf`,
    about: `The texts of collections in ${localeNames[defaultLocale]} and ${localeNames[to]}, as XLIFF 2.0`,
    write: async (ctx) => {
      // Terms are a table of their own.
      const ids = await travellingTexts.list(ctx);
      return writeXliff(
        ctx,
        { form: xliff2, read: termReader([]) },
        'collection',
        { from: defaultLocale, to },
        readInParts(ctx, travellingTexts, ids),
      );
    },
  })),
};
