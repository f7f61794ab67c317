import { reloadWith } from '#client/dialogs.ts';
import { upload } from '#client/upload/upload.ts';
import { maxImageBytes } from '#kernel/images/image-limits.rules.ts';
import type { ImageWords } from '#kernel/messages/common/image.messages.ts';
import { useT } from '#ui/interface.tsx';
import panel from '#ui/page/panel.module.css';
import { useDueRefresh } from '#ui/page/use-due-refresh.ts';
import { isOfKind } from '#ui/upload/file-bytes.ts';
import { Uploader } from '#ui/upload/uploader.tsx';
import formStyles from '../form/form.module.css';
import { Pictured } from '../form/image-fields.tsx';
import { ReservationForm } from '../form/reservation-form.tsx';
import { useReservationForm } from '../form/use-reservation-form.ts';
import type { Current } from '../reservation.contract.ts';
import type { ReservationWords } from '../reservation.messages.ts';
import { isImage } from '../reservation.rules.ts';
import type { RecordProps } from './reservation-record.read.ts';

/** Changes a scheduled reservation, or schedules a failed one again. */
export function EditSection({ reservation, current, currencies, now }: RecordProps & { current: Current }) {
  const t = useT<ReservationWords>();
  const state = useReservationForm(reservation, current, {
    target: reservation.target,
    locale: reservation.locale ?? 'en',
    apply_at: reservation.apply_at,
    zone: reservation.zone,
  });
  // Unsaved input stays on the screen, even if the reservation changes meanwhile.
  useDueRefresh(
    now,
    reservation.status === 'scheduled' ? [reservation.apply_at] : [],
    state.record.changed.length === 0,
  );
  return (
    <section aria-labelledby="edit">
      <h2 id="edit">{t(reservation.status === 'failed' ? 'reservation.again' : 'reservation.edit')}</h2>
      {isImage(reservation.target) && <ImageSlot of={reservation} />}
      <ReservationForm of={state} currencies={currencies} isNew={false} />
    </section>
  );
}

/** The scheduled image; an upload replaces it at once. */
function ImageSlot({ of: { res_idx, image, target } }: { of: RecordProps['reservation'] }) {
  const t = useT<ReservationWords & ImageWords>();
  return (
    <section className={panel.panel}>
      <div className={formStyles.images}>
        {image && <Pictured label={t('reservation.image_then')} source={image.strip} />}
        <Uploader
          label={`${t('reservation.file_replace')}: ${t(`reservation.target_${target}`)}`}
          kinds="JPG, JPEG, PNG"
          failed={t('reservation.file_failed')}
          accept={['.jpg', '.jpeg', '.png']}
          maxBytes={maxImageBytes}
          multiple={false}
          check={async (file) => ((await isOfKind(file, ['jpg', 'png'])) ? null : t('image.not_image'))}
          send={async ([file], options) => {
            if (!file) return;
            const form = new FormData();
            form.append('image', file);
            const url = `/api/v1/reservation/${res_idx}/image`;
            const { results } = await upload<{ results: { act_idx?: number } }>(url, form, options);
            reloadWith(t('reservation.file_replaced'), results.act_idx);
          }}
        />
      </div>
    </section>
  );
}
