import { type ReactNode, useEffect, useState } from 'react';
import { useT } from '#ui/interface.tsx';
import { Inline } from '#ui/kit/layout.tsx';
import { Text } from '#ui/kit/text.tsx';
import { FileDrop } from '#ui/upload/file-drop.tsx';
import type { ReservationWords } from '../reservation.messages.ts';
import type { ImageTarget } from '../reservation.rules.ts';
import styles from './form.module.css';

interface ImageFieldsProps {
  target: ImageTarget;
  cid: string;
  /** The address of the collection's current image. */
  current: string | null;
  file: File | null;
  onFile: (file: File) => void;
  error: ReactNode;
}

/** Chooses an image, beside the collection's current one. */
export function ImageFields({ target, cid, current, file, onFile, error }: ImageFieldsProps) {
  const t = useT<ReservationWords>();
  const chosen = useAddress(file);
  return (
    <Inline high gap={16} below={14} data-field="image" data-cid={cid}>
      {current && <Pictured label={t('reservation.image_now')} source={current} />}
      {chosen && <Pictured label={t('reservation.file_chosen')} source={chosen} />}
      <div>
        <FileDrop
          label={`${t('reservation.file_choose')}: ${t(`reservation.target_${target}`)}`}
          hint="JPG, JPEG, PNG"
          accept=".jpg,.jpeg,.png"
          onFile={onFile}
        />
        {error && <p role="alert">{error}</p>}
      </div>
    </Inline>
  );
}

export const Pictured = ({ label, source }: { label: string; source: string }) => (
  <figure className={styles.pictured}>
    <img src={source} alt={label} />
    <Text as="figcaption" tone="soft" size="fine" above={4}>
      {label}
    </Text>
  </figure>
);

/** An object URL to show the chosen file. */
function useAddress(file: File | null): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (!file) return setAddress(null);
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return address;
}
