import { z } from 'zod';
import { cefrLevels } from '#features/book/book-fields.public.ts';
import { customerNames } from '#features/customer/customer.public.ts';
import { view } from '#kernel/http/web.ts';
import { currenciesIn } from '#kernel/messages/currencies.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import type { Context } from '#kernel/work/context.ts';
import { CollectionParams } from '../collection.contract.ts';
import type { CollectionWords } from '../collection.messages.ts';
import { defaultTitle } from '../collection.rules.ts';
import { getCollection } from '../collection.service.ts';
import { editedOf } from '../collection-record.service.ts';
import type CollectionEditor from './collection-editor.view.tsx';

/** The form of a collection, for a new and for an existing one. */
export function editorPages({ web }: Kernel): void {
  const editor = view<typeof CollectionEditor>('collection/editor/collection-editor');
  const choices = (ctx: Context) => ({ currencies: currenciesIn(ctx.locale), cefrLevels: [...cefrLevels] });
  web.page('/collection/create', {
    view: editor,
    title: (t) => t('collection.create'),
    load: ({ ctx }) => ({ collection: null, names: {}, choices: choices(ctx) }),
  });
  const update = async (ctx: Context, cid: string) => {
    const row = await getCollection(ctx, cid);
    const customers = await customerNames(ctx, row.owned_by);
    return {
      collection: { cid: row.cid, version: row.version, ...editedOf(row) },
      names: {
        owned_by: [...customers].map(([key, name]) => ({ value: String(key), label: name })),
        grp_idx: row.grp_idx === null ? [] : [{ value: String(row.grp_idx), label: row.age_group ?? '' }],
      },
      choices: choices(ctx),
    };
  };
  web.page('/collection/update', {
    view: editor,
    shows: ({ collection }) => collection && { kind: 'collection', id: collection.cid },
    title: titleOf,
    query: z.object({ cid: CollectionParams.shape.cid.default('') }),
    list: ({ cid }) => (cid === '' ? '/collection' : undefined),
    load: ({ ctx, query }) => update(ctx, query.cid),
  });
  web.page('/collection/update/:cid', {
    view: editor,
    shows: ({ collection }) => collection && { kind: 'collection', id: collection.cid },
    title: titleOf,
    params: CollectionParams,
    load: ({ ctx, params }) => update(ctx, params.cid),
  });
}

type Titled = Parameters<typeof CollectionEditor>[0];

const titleOf = (t: (key: keyof CollectionWords) => string, { collection }: Titled): string =>
  `${t('collection.edit')}: ${defaultTitle(collection?.multi_lang_data ?? {})}`;
