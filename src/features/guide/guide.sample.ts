import type { SamplePart } from '#kernel/desk/sample-parts.ts';
import type { Context } from '#kernel/work/context.ts';
import { listItems } from './guide.store.ts';
import { addItem, removeItem } from './guide-item.service.ts';

const guiId = 'sample_reading_path';

/** A guide from picture books to the first novels, in three legends. */
const items = [
  ['Picture books', 'Books to look at together', 'Read aloud', 1, 2],
  ['Rhymes', 'Rhymes and songs', 'Read aloud', 2, 2],
  ['Phonics', 'From letters to words', 'First reading', 3, 2],
  ['Lantern Street', 'Lantern Street: a series to begin with', 'First reading, On their own', 4, 2],
  ['How It Works', 'How It Works: science for curious readers', 'On their own', 4, 4],
  ['First novels', 'Stories in chapters', 'On their own', 6, 5],
] as const;

/** A series guide for the sample library. */
export const guideSample: SamplePart = {
  load: async (ctx) => {
    for (const [link_title, title, legend, start, length] of items) {
      const description = `<p>${title}. Choose <strong>one or two a week</strong> and read them again.</p>`;
      const texts = { link_title, title, description, legend, btn_title: 'See the books' };
      const btn_link = 'https://example.org/books';
      await addItem(ctx, { gui_id: guiId, ...texts, btn_link, start, length }, null);
    }
  },
  remove: async (ctx: Context) => {
    for (const { itm_idx } of await listItems(ctx.db, guiId)) await removeItem(ctx, itm_idx);
  },
};
