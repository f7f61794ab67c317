import { type ReactNode, useEffect, useId, useState } from 'react';
import { notify } from '#client/dialogs.ts';
import { maxImageBytes } from '#kernel/images/image-limits.rules.ts';
import type { ImageWords } from '#kernel/messages/common/refused-image.messages.ts';
import type { UploadWords } from '#kernel/messages/common/upload.messages.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Inline, Stack } from '#ui/kit/layout.tsx';
import { Text } from '#ui/kit/text.tsx';
import { isOfKind } from '#ui/upload/file-bytes.ts';
import { FileDrop } from '#ui/upload/file-drop.tsx';
import { Picture } from '#ui/upload/picture.tsx';
import { useDeleteFile } from '#ui/upload/use-delete-file.ts';
import { isBusy, type UploadState } from '#ui/upload/use-upload.ts';
import styles from './cover-field.module.css';
import type { GuideItem } from './guide.contract.ts';
import type { GuideWords } from './guide.messages.ts';
import { nameOf } from './guide.rules.ts';

interface CoverFieldProps {
  /** The item whose cover is replaced; null for a new one. */
  item: GuideItem | null;
  file: File | null;
  onFile: (file: File | null) => void;
  /** Its cover was deleted, or that was undone. */
  onDeleted: () => void;
  /** The progress of the form that uploads the cover. */
  upload: UploadState;
  error: ReactNode;
}

/** The cover of an item: view it, delete it, or choose another to upload with the form. */
export function CoverField({ item, file, onFile, onDeleted, upload, error }: CoverFieldProps) {
  const t = useT<GuideWords & ImageWords & UploadWords>();
  const format = useFormat();
  const deleteFile = useDeleteFile();
  const id = useId();
  const [current, setCurrent] = useState(item?.cover ?? null);
  const [refused, setRefused] = useState<string | null>(null);
  const preview = usePreview(file);
  const size = format.size(maxImageBytes);
  const choose = async (chosen: File) => {
    const fits = chosen.size <= maxImageBytes;
    const isImage = fits && (await isOfKind(chosen, ['jpg', 'png']).catch(() => false));
    setRefused(fits ? (isImage ? null : t('image.not_image')) : t('upload.too_large', { size }));
    onFile(isImage ? chosen : null);
  };
  const remove = (named: GuideItem, path: string) => {
    const target = { target_ctl: 'series_guide', target_id: String(named.itm_idx) };
    const texts = { name: t('guide.cover_of', { name: nameOf(named) }), failed: t('guide.cover_delete_failed') };
    return deleteFile({ ...target, file_type: 'cover', file_path: path }, texts, (did) => {
      const show = (cover: GuideItem['cover']) => {
        setCurrent(cover);
        onDeleted();
      };
      show(null);
      void notify({ message: t('guide.cover_deleted'), undo: did, undone: () => show(named.cover) });
    });
  };
  const problem = refused ?? error;
  const uploading = file !== null && isBusy(upload);
  const flag = uploading ? 'is-uploading' : problem || (file && upload.step === 'failed') ? 'is-error' : '';
  return (
    <Stack gap={6} role="group" aria-labelledby={id} data-field="cover" className={flag}>
      <strong id={id}>{t('guide.field_cover')}</strong>
      {item && current && !file && (
        <Picture
          image={current}
          source={current.strip}
          alt={t('guide.cover_of', { name: nameOf(item) })}
          onDelete={() => void remove(item, current.path)}
        />
      )}
      {file && (
        <Inline as="p" whole breaks className={styles.chosen}>
          {preview && <img src={preview} alt="" />}
          <span>
            {file.name} <small>{format.size(file.size)}</small>
          </span>
          <Button variant="quiet" disabled={uploading} onClick={() => onFile(null)}>
            {t('guide.cover_drop')}
          </Button>
        </Inline>
      )}
      <FileDrop
        label={current || file ? t('guide.cover_replace') : t('guide.cover_choose')}
        hint={t('guide.cover_hint', { size })}
        accept=".jpg,.jpeg,.png"
        name="cover"
        disabled={uploading}
        onFile={(chosen) => void choose(chosen)}
      />
      {problem && (
        <Text role="alert" tone="problem">
          {problem}
        </Text>
      )}
    </Stack>
  );
}

/** An object URL to preview the chosen file before it is uploaded. */
function usePreview(file: File | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!file) return setUrl(null);
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
}
