import { type ReactNode, useEffect, useState } from 'react';
import { useT } from '#ui/interface.tsx';
import { FileDrop } from '#ui/upload/file-drop.tsx';
import type { ReservationWords } from '../reservation.messages.ts';
import type { ImageTarget } from '../reservation.rules.ts';
import styles from './form.module.css';

interface ImageFieldsProps {
  target: ImageTarget;
  cid: string;
  /** The address of the image that the collection has now. */
  current: string | null;
  file: File | null;
  onFile: (file: File) => void;
  error: ReactNode;
}

/** An image to choose, beside the one that the collection has now. */
export function ImageFields({ target, cid, current, file, onFile, error }: ImageFieldsProps) {
  const t = useT<ReservationWords>();
  const chosen = useAddress(file);
  return (
    <div className={styles.images} data-field="image" data-cid={cid}>
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
    </div>
  );
}

export const Pictured = ({ label, source }: { label: string; source: string }) => (
  <figure className={styles.pictured}>
    <img src={source} alt={label} />
    <figcaption>{label}</figcaption>
  </figure>
);

/** An address under which the page shows a file that was chosen. */
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
