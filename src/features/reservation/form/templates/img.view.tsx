import { useT } from '#ui/interface.tsx';
import type { ReservationWords } from '../../reservation.messages.ts';
import { Pictured } from '../image-fields.tsx';

interface ImageTemplateProps {
  /** What the image is called, its target and its collection; placeholders where nothing is given. */
  label: string;
  target: string;
  cid: string;
  /** The reservation whose image is replaced; null leaves out what only an update asks for. */
  update: { res_idx: number; image: string | null } | null;
}

/** The inputs of a reservation that changes an image, as a form template. */
export default function ImageTemplate({ label, target, cid, update }: ImageTemplateProps) {
  const t = useT<ReservationWords>();
  return (
    <>
      <input type="hidden" name="target" value={target} />
      <input type="hidden" name="cid" value={cid} />
      <label>
        {label} <input type="file" name="image" accept=".jpg,.jpeg,.png" />
      </label>
      {update && (
        <section data-update-only>
          <input type="hidden" name="res_idx" value={update.res_idx} />
          {update.image ? (
            <Pictured label={t('reservation.image_then')} source={update.image} />
          ) : (
            <p>{t('reservation.image_removed')}</p>
          )}
        </section>
      )}
    </>
  );
}
