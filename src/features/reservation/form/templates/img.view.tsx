import { useT } from '#ui/interface.tsx';
import { BareInput } from '#ui/kit/bare-field.tsx';
import type { ReservationWords } from '../../reservation.messages.ts';
import { Pictured } from '../image-fields.tsx';

interface ImageTemplateProps {
  /** The label of the image, its target and its collection; placeholders if not given. */
  label: string;
  target: string;
  cid: string;
  /** The reservation whose image is replaced; null omits the fields of an update. */
  update: { res_idx: number | string; image: string | null } | null;
}

/** The fields of a reservation that changes an image, as a form template. */
export default function ImageTemplate({ label, target, cid, update }: ImageTemplateProps) {
  const t = useT<ReservationWords>();
  return (
    <>
      <input type="hidden" name="target" value={target} />
      <input type="hidden" name="cid" value={cid} />
      <label>
        {label} <BareInput type="file" name="image" accept=".jpg,.jpeg,.png" />
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
