import { z } from 'zod';
import { PriceBody } from '#features/collection/collection.public.ts';
import { type CollectionImage, findImage } from '#features/collection/collection-images.public.ts';
import { getCollection, requirePrices, storedPrices } from '#features/collection/collection-record.public.ts';
import { cleanTexts } from '#features/collection/collection-texts.public.ts';
import { InputError } from '#kernel/http/error-answers.ts';
import { folderOf } from '#kernel/images/image-paths.rules.ts';
import type { Json } from '#kernel/records/version-changes.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import { reservationMessages } from './reservation.messages.ts';
import { imageKindOf, isImage, type Target } from './reservation.rules.ts';

const Prices = z.array(PriceBody).max(200);
const Text = z.string().max(100_000);
const Path = z.string().max(500).nullable();

/** Converts the given value of a target to the stored form; an invalid one is refused at its field. */
export async function readValue(ctx: Context, cidx: number, target: Target, given: unknown): Promise<Json> {
  if (isImage(target)) {
    const path = parsed(Path, given);
    return path === null ? null : (await getImage(ctx, cidx, target, path)).img_idx;
  }
  if (target === 'price') {
    const prices = parsed(Prices, given);
    requirePrices(await getCollection(ctx, cidx), prices, 'value');
    return storedPrices(prices);
  }
  const { en } = await cleanTexts({ en: { description: parsed(Text, given) } }, () => 'value');
  return en?.description ?? '';
}

/** Whether a stored value is still valid for a collection. */
export function isValid(target: Target, value: Json): boolean {
  const schema = isImage(target) ? z.int().nullable() : target === 'price' ? Prices : Text;
  return schema.safeParse(value).success;
}

function parsed<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const read = z.object({ value: schema }).safeParse({ value }, { reportInput: true });
  if (!read.success) throw new InputError(read.error.issues);
  return (read.data as { value: z.output<T> }).value;
}

async function getImage(ctx: Context, cidx: number, target: Target, path: string): Promise<CollectionImage> {
  const image = await findImage(ctx.db, cidx, folderOf(path));
  if (!image || !isImage(target) || image.kind !== imageKindOf(target))
    throw reservationMessages.errorWith(422, 'reservation.image_unknown', { field: 'value' });
  return image;
}
