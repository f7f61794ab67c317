import { z } from 'zod';
import {
  CollectionParams,
  collectionEntity,
  defaultTitle,
  isRich,
  type TextField,
  textFields,
} from '#features/collection/collection.public.ts';
import { type CollectionRow, getCollection } from '#features/collection/collection-record.public.ts';
import { noTextsIn, readLocaleTexts, reviewTexts, saveTexts } from '#features/collection/collection-texts.public.ts';
import { isDrafting } from '#features/draft/draft.public.ts';
import { view } from '#kernel/http/web.ts';
import { defaultLocale, type Locale, localeNames, parseLocale } from '#kernel/messages/locale.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { mountList } from '#kernel/mount/list.ts';
import { marksKind } from '#kernel/records/marks.rules.ts';
import { countedActsOn, downloadsOf } from '#kernel/records/record-parts.ts';
import { plainTextOf } from '#kernel/text/rich-text.ts';
import type { Context } from '#kernel/work/context.ts';
import type LocaleEditor from './locale-editor.view.tsx';
import type LocaleMatrix from './locale-matrix.view.tsx';
import { localizeApi, matrixQueries } from './localize.contract.ts';
import { countMatrix, exportMatrix, findListed, listMatrix } from './matrix.read.ts';
import { readParagraphs, readTextCard } from './text-card.read.ts';
import { countTexts } from './text-figures.read.ts';

/** Pages to write a collection's texts in one language beside another, and the grid of all collections by language. */
export function localizeRoutes(kernel: Kernel): void {
  const { api, web, records, terms } = kernel;
  /** What other features offer about a text. */
  const offeredAt = (ctx: Context, cid: string, locale: Locale, field: TextField) =>
    countedActsOn(ctx, records.all, 'collection.text', `${cid} ${locale}.${field}`);
  /** What the texts of a collection in a language are to say, by field. */
  const termsOf = async (ctx: Context, { multi_lang_data: texts }: CollectionRow, locale: Locale) => {
    const read = await terms.reader(ctx);
    return (field: TextField) => {
      const english = texts[defaultLocale]?.[field] ?? '';
      return locale === defaultLocale ? [] : read(isRich(field) ? plainTextOf(english) : english, locale);
    };
  };
  api(localizeApi, {
    'PUT /api/v5/collection/:cid/localize/:locale/review': ({ ctx, params: { cid, locale }, body }) => {
      const { made_of: madeOf, ...review } = body;
      const paragraphs = review.field && isRich(review.field) ? madeOf?.[review.field] : undefined;
      return reviewTexts(ctx, cid, locale, { ...review, paragraphs });
    },
    'PUT /api/v5/collection/:cid/texts': async ({ ctx, params: { cid }, body }) => {
      const { version } = await saveTexts(ctx, cid, body);
      return { results: { version } };
    },
    'GET /api/v5/collection/:cid/localize/:locale/text': async ({ ctx, params: { cid, locale }, query: { field } }) => {
      const row = await getCollection(ctx, cid);
      const card = await readTextCard(ctx, row, { locale, field });
      const wanted = (await termsOf(ctx, row, locale))(field);
      return { results: { ...card, terms: wanted, offered: await offeredAt(ctx, cid, locale, field) } };
    },
  });
  web.page('/collection/:cid/localize/:locale', {
    view: view<typeof LocaleEditor>('localize/locale-editor'),
    words: ['collection'],
    shows: ({ collection }) => ({ kind: 'collection', id: collection.cid }),
    title: (_, { locale, collection }) => `${localeNames[locale]}: ${collection.title}`,
    // An unsupported language has no page, like a record that does not exist.
    params: CollectionParams.extend({ locale: z.string().max(200) }),
    load: async ({ ctx, params }) => {
      const row = await getCollection(ctx, params.cid);
      const locale = parseLocale(params.locale);
      if (!locale) throw noTextsIn(params.locale);
      const { cid, version } = row;
      const title = defaultTitle(row.multi_lang_data);
      const wanted = await termsOf(ctx, row, locale);
      const offered = textFields.map(async (field) => [field, await offeredAt(ctx, cid, locale, field)] as const);
      return {
        collection: { cid, version, title },
        locale,
        offered: Object.fromEntries(await Promise.all(offered)),
        terms: Object.fromEntries(textFields.map((field) => [field, wanted(field)])),
        paragraphs: await readParagraphs(ctx, row, locale),
        ...(await readLocaleTexts(ctx, row, locale)),
      };
    },
  });
  mountList(kernel, {
    offer: { path: '/collection/matrix' },
    view: view<typeof LocaleMatrix>('localize/locale-matrix'),
    words: ['collection', 'draft'],
    follows: ['collection', marksKind('collection')],
    title: (t) => t('localize.matrix_heading'),
    replica: true,
    queries: matrixQueries,
    views: {},
    find: listMatrix,
    listed: findListed,
    count: countMatrix,
    sheet: {
      summary: 'How far the texts of each collection are in each language, as a sheet',
      title: 'collection-languages',
      of: exportMatrix,
    },
    more: async (ctx, filter) => ({
      figures: await countTexts(ctx, filter),
      isDrafting: await isDrafting(ctx),
      downloads: downloadsOf(ctx, records.all, collectionEntity),
    }),
  });
}
