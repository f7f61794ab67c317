import { useRef, useState } from 'react';
import { ApiError, client } from '#client/api.ts';
import { finishFragment } from '#client/dialogs.ts';
import { type Staged, stage } from '#client/staged.ts';
import { upload as sendForm, type UploadOptions } from '#client/upload/upload.ts';
import { useRecordForm } from '#ui/form/use-record-form.ts';
import { useT } from '#ui/interface.tsx';
import { useUpload } from '#ui/upload/use-upload.ts';
import type { GuideItem, guideApi } from './guide.contract.ts';
import type { GuideWords } from './guide.messages.ts';
import { itemHref, nameOf, type Range } from './guide.rules.ts';

const call = client<typeof guideApi>();
const url = '/api/v1/extra/series_guide';

export interface GuideItemFormProps {
  /** Null if the form asks for it. */
  gui_id: string | null;
  /** Null for a new item. */
  item: GuideItem | null;
  ages: string[];
}

interface Saved {
  results: { item: GuideItem; act_idx?: number };
}

interface Stored {
  results: { files: { cover: string[] } };
}

const texts = ['title', 'link_title', 'legend', 'description', 'btn_title', 'btn_link'] as const;

/** The values of the form; a chosen cover is represented by its name, so that it counts as a change. */
type ItemValues = Record<(typeof texts)[number] | 'gui_id' | 'start' | 'length' | 'cover', string>;

const storedOf = (gui_id: string, item: GuideItem | null) => ({
  values: {
    gui_id,
    title: item?.title ?? '',
    link_title: item?.link_title ?? '',
    legend: item?.legend ?? '',
    description: item?.description ?? '',
    btn_title: item?.btn_title ?? '',
    btn_link: item?.btn_link ?? '',
    start: String(item?.start ?? 1),
    length: String(item?.length ?? 1),
    cover: '',
  },
  version: item?.version,
});

/** A range as typed; anything but a number is 1. */
export const rangeIn = ({ start, length }: Pick<ItemValues, 'start' | 'length'>): Range => ({
  start: Math.round(Number(start)) || 1,
  length: Math.round(Number(length)) || 1,
});

/** The form of an item, which is sent together with its cover. */
export function useItemForm({ gui_id, item }: GuideItemFormProps) {
  const t = useT<GuideWords>();
  const upload = useUpload();
  const [cover, setCover] = useState<File | null>(null);
  // Each deletion of the cover is saved at once and raises the version past the loaded one.
  const deletions = useRef(0);
  const send = async (form: FormData) => {
    const saved = await upload.run((options) => sendForm<Saved>(url, form, options));
    return saved ? { ...saved.results.item, act: saved.results.act_idx } : undefined;
  };
  const record = useRecordForm<ItemValues, GuideItem & { act?: number | undefined }>({
    initial: storedOf(gui_id ?? '', item),
    record: gui_id === null ? undefined : { kind: 'guide', id: gui_id },
    save: ({ values, version }) => {
      const over = version === undefined ? undefined : version + deletions.current;
      return send(formOf(values, item && { itm_idx: item.itm_idx, version: over }, cover));
    },
    again: item
      ? {
          lost: t('guide.again_lost'),
          create: (values) => send(formOf(values, null, cover)),
          onCreated: ({ itm_idx, act }) => void finishFragment({ itm_idx, act }),
        }
      : undefined,
    onSaved: (saved, merged) => {
      const { itm_idx, act } = saved;
      const made = { id: itm_idx, title: nameOf(saved), at: itemHref(itm_idx), undo: act };
      void finishFragment(item ? { itm_idx, merged, act } : made);
    },
    load: async () => {
      deletions.current = 0;
      const { results } = await call('GET /api/v1/extra/series_guide', { query: { gui_id: gui_id ?? '' } });
      const now = results.items.find((one) => one.itm_idx === item?.itm_idx);
      if (!now) throw new ApiError(404, { code: 'guide.item_not_found', message: t('guide.item_not_found') });
      return storedOf(now.gui_id, now);
    },
  });
  const chooseCover = (file: File | null) => {
    setCover(file);
    record.form.setFieldValue('cover', file?.name ?? '');
  };
  /** Puts what was changed, or a new item, into a release in place of saving it. */
  const putInto = async () => {
    const { values } = record.form;
    const guide = gui_id ?? values.gui_id;
    const stored = cover && (await upload.run((options) => storeCover(guide, cover, options)));
    if (cover && !stored) return;
    const changed: readonly string[] = record.changed;
    const entries = Object.entries({ ...values, ...rangeIn(values) });
    const set = Object.fromEntries(entries.filter(([name]) => !item || changed.includes(name)));
    const { cover: _name, ...fields } = set;
    const given = { ...fields, ...(stored && { cover: stored }) };
    const staged: Staged = item
      ? { kind: 'guide', id: item.gui_id, title: item.title, values: { edits: [{ itm_idx: item.itm_idx, ...given }] } }
      : { kind: 'guide_item', title: t('guide.item_create'), values: { ...given, gui_id: guide } };
    if (await stage(staged)) await finishFragment(undefined);
  };
  return {
    record,
    upload,
    cover,
    chooseCover,
    putInto,
    coverDeleted: () => {
      deletions.current += 1;
    },
  };
}

/** Stores a cover for a release; returns its path. */
async function storeCover(guide: string, cover: File, options: UploadOptions): Promise<string | undefined> {
  const form = new FormData();
  form.append('cover', cover);
  const { results } = await sendForm<Stored>(`/api/v1/extra/guide/${encodeURIComponent(guide)}/cover`, form, options);
  return results.files.cover[0];
}

function formOf(
  { cover: _name, ...values }: ItemValues,
  edited: { itm_idx: number; version: number | undefined } | null,
  cover: File | null,
): FormData {
  const form = new FormData();
  const fields = { ...(edited && { _method: 'PUT', ...edited }), ...values };
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.append(name, String(value));
  // Last, so that the fields are known before the file streams in.
  if (cover) form.append('cover', cover);
  return form;
}
