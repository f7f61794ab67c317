import { jpeg } from '#features/image/image.fixture.ts';
import type { Office } from '#test/app.ts';

export const guideUrl = '/api/v1/extra/series_guide';

/** Common steps of series guide tests, through HTTP. */
export function guideDesk(of: () => Office) {
  const send = (fields: Record<string, string | number>, cover?: BlobPart, name = 'cover.jpg') => {
    const form = new FormData();
    for (const [field, value] of Object.entries(fields)) form.append(field, String(value));
    if (cover !== undefined) form.append('cover', new File([cover], name));
    return of().admin.upload(guideUrl, form);
  };
  const keysBelow = async (prefix: string): Promise<string[]> => {
    const keys: string[] = [];
    for await (const { key } of of().storage.list(prefix)) keys.push(key);
    return keys;
  };
  /** The keys of the stored covers and their thumbnails. */
  const files = () => keysBelow('images/guide/');
  const read = async (gui_id = 'g') => (await of().admin.get(`${guideUrl}?gui_id=${gui_id}`)).json.results;
  return {
    send,
    read,
    /** Adds an item with this title to the guide g. */
    add: async (title: string, over: Record<string, string | number> = {}) =>
      (await send({ gui_id: 'g', title, ...over })).json.results.item,
    update: (itm_idx: number, fields: Record<string, string | number>, cover?: BlobPart) =>
      send({ _method: 'PUT', itm_idx, ...fields }, cover),
    put: (body: object) => of().admin.put(guideUrl, body),
    remove: (itm_idx: number) => of().admin.delete(`${guideUrl}/${itm_idx}`),
    /** The titles of a guide's items, in order. */
    titles: async (gui_id?: string): Promise<string[]> =>
      (await read(gui_id)).items.map((item: { title: string }) => item.title),
    files,
    trail: () =>
      of()
        .db.selectFrom('audit')
        .select(['entity', 'entity_id', 'action', 'before', 'after'])
        .orderBy('audit_idx')
        .execute(),
    changes: async () =>
      (await of().db.selectFrom('change').select(['kind', 'id']).orderBy('change_idx').execute()).map(
        ({ kind, id }) => `${kind} ${id}`,
      ),
    clear: async () => {
      for (const table of ['guide_item', 'guide', 'audit', 'act_record', 'change', 'setting'] as const)
        await of().db.deleteFrom(table).execute();
      for (const key of [...(await files()), ...(await keysBelow('aside/'))]) await of().storage.remove(key);
    },
    picture: (seed = 1) => jpeg(seed, { width: 60, height: 80 }).then((bytes) => new Uint8Array(bytes)),
  };
}
