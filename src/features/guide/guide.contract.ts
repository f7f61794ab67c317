import { z } from 'zod';
import { cleanTitle } from '#kernel/text/text-forms.rules.ts';
import { contract } from '#kernel/work/contract.ts';
import { base, idx, idxNumber, results, success, title, version, whole } from '#kernel/work/fields.ts';
import { longList } from '#kernel/work/long-list.ts';
import { cleanGuideId, mostItems } from './guide.rules.ts';

/** However it is typed, it stands for the guide with the cleaned ID. */
export const GuideId = z.string().trim().min(1).max(200).transform(cleanGuideId);

export const GuideItemParams = z.object({ itm_idx: idx });

/** A single line, which may be empty. */
const line = (max: number) =>
  z
    .string()
    .overwrite(cleanTitle)
    .max(max)
    .regex(/^[^\p{Cc}]*$/u, 'invalid.characters');

/** Empty, or a web address, which cannot run scripts. */
const link = line(2000).refine((text) => text === '' || isWebAddress(text), 'guide.link_rule');

const isWebAddress = (text: string) => /^https?:\/\//i.test(text) && URL.canParse(text);

// A separate rule, with its own message, checks whether it lies on the timeline.
const column = whole(-1000, 1000);

/** What staff edit of an item, but for its cover; an absent field stays as it is. */
const texts = {
  link_title: line(200).optional(),
  description: z.string().max(20_000).optional().describe('Rich text'),
  legend: line(300).optional().describe('Labels, separated by commas'),
  btn_title: line(100).optional(),
  btn_link: link.optional(),
  start: column.optional().describe('The first column, 1 to 10'),
  length: column.optional().describe('How many columns, at most to the tenth'),
};

/** The texts of an item as releases take them. */
export const ItemTexts = z.strictObject({ title: title.optional(), ...texts });

export const NewItem = z.strictObject({ gui_id: GuideId, title, ...texts });
export type NewItem = z.output<typeof NewItem>;

const asUpdate = z.literal('PUT').describe('Updates an item instead of adding one');

/** A change: an absent field stays as it is. */
const ItemChange = z.strictObject({
  _method: asUpdate,
  itm_idx: idx,
  gui_id: GuideId.optional(),
  title: title.optional(),
  ...texts,
  version,
});
export type ItemChange = z.output<typeof ItemChange>;

/** A new item or, with `_method`, a change of an existing one. */
export const ItemForm = z.union([NewItem, ItemChange]);
export type ItemForm = z.output<typeof ItemForm>;

const RangeChange = z.strictObject({
  gui_id: GuideId,
  itm_idx: idxNumber,
  start: z.int().min(-1000).max(1000),
  length: z.int().min(-1000).max(1000),
  version,
});
export type RangeChange = z.output<typeof RangeChange>;

const OrderChange = z.strictObject({
  // Longer than any guide: an order with too many items is a conflict, not malformed input.
  items: longList(idxNumber, { min: 1, max: mostItems * 5 }).describe('All items of one guide, each once'),
  gui_id: GuideId.optional(),
  base,
});
export type OrderChange = z.output<typeof OrderChange>;

const Cover = z.object({
  path: z.string().describe('What DELETE /api/v1/file takes'),
  name: z.string(),
  width: z.int(),
  height: z.int(),
  size: z.int(),
  href: z.string(),
  detail: z.string(),
  strip: z.string(),
});

const GuideItem = z.object({
  itm_idx: z.int(),
  gui_id: z.string(),
  link_title: z.string(),
  title: z.string(),
  description: z.string(),
  legend: z.string(),
  btn_title: z.string(),
  btn_link: z.string(),
  cover_img: z.string().nullable().describe('The address of the image'),
  cover: Cover.nullable(),
  start: z.int(),
  length: z.int(),
  version: z.int(),
});
export type GuideItem = z.output<typeof GuideItem>;

const Guide = z.object({
  gui_id: z.string(),
  items: z.int(),
  legends: z.array(z.string()),
  updated_at: z.int(),
  updated_by: z.string().nullable(),
});

const order = z.string().describe('The key of the order, for `base`');

export const guideApi = contract({
  'GET /api/v1/extra/series_guide': {
    summary: 'The items of a series guide in their order; none if there is no such guide',
    query: z.object({ gui_id: GuideId }),
    response: results(z.object({ items: z.array(GuideItem), base: order })),
  },
  'GET /api/v1/extra/series_guide/all': {
    summary: 'The series guides by ID; a guide exists once it has an item',
    response: results(z.array(Guide)),
  },
  'POST /api/v1/extra/series_guide': {
    summary: 'Add an item to a guide; with _method=PUT and itm_idx, update one. A `cover` replaces the current one',
    files: { cover: 'optional' },
    fields: z.object({
      ...ItemChange.shape,
      _method: asUpdate.optional(),
      itm_idx: idx.optional(),
    }),
    triable: true,
    body: ItemForm.nullable(),
    bodyLimit: 256 << 10,
    response: results(success.extend({ item: GuideItem })),
  },
  'POST /api/v1/extra/guide/:gui_id/cover': {
    summary: 'Store a cover (field cover) for an item of a guide in a release, which names it by its path',
    params: z.object({ gui_id: GuideId }),
    files: { cover: 'one' },
    response: results(z.object({ files: z.object({ cover: z.array(z.string()) }) })),
  },
  'PUT /api/v1/extra/series_guide': {
    summary: 'Save the columns that an item covers, or the order of all items of a guide',
    body: z.union([RangeChange, OrderChange]),
    response: results(
      success.extend({
        version: z.int().optional().describe('Of the item'),
        base: order.optional(),
      }),
    ),
  },
  'DELETE /api/v1/extra/series_guide/:itm_idx': {
    summary: 'Delete an item; the last one takes its guide along',
    params: GuideItemParams,
    response: results(success.extend({ act_idx: z.int().describe('For undoing it') })),
  },
});
