import { agegroups } from '#features/agegroup/agegroup.public.ts';
import { categories } from '#features/category/category.public.ts';
import { listLevelOptions, listSeriesOptions } from '#features/series/series.public.ts';
import { commonMessages } from '#kernel/messages/common.messages.ts';
import type { Context } from '#kernel/work/context.ts';
import type { ReferenceField } from '../fields/book-fields.rules.ts';

export interface BookChoice {
  value: string;
  label: string;
}

/** The options of a selector in the editor or the list. Levels are those of one series. */
export async function listChoices(ctx: Context, of: ReferenceField, serIdx?: number): Promise<BookChoice[]> {
  const options = await optionsOf(ctx, of, serIdx);
  return options.map(({ id, title }) => ({ value: String(id), label: title }));
}

function optionsOf(ctx: Context, of: ReferenceField, serIdx?: number): Promise<{ id: number; title: string }[]> {
  switch (of) {
    case 'series':
      return listSeriesOptions(ctx);
    case 'category':
      return categories.list(ctx);
    case 'age_group':
      return agegroups.list(ctx);
    case 'level':
      if (serIdx === undefined) throw commonMessages.errorWith(422, 'BOOK-41', { field: 'ser_idx' });
      return listLevelOptions(ctx, serIdx);
  }
}
