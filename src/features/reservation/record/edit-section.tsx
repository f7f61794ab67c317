import { ApiError } from '#client/api.ts';
import { reloadWith } from '#client/dialogs.ts';
import { type UploadOptions, upload } from '#client/upload/upload.ts';
import { maxImageBytes } from '#kernel/images/image-limits.rules.ts';
import type { ImageWords } from '#kernel/messages/common/refused-image.messages.ts';
import { FieldMarks } from '#ui/form/field-marks.tsx';
import { FormProblem } from '#ui/form/form-problem.tsx';
import { useSubmit } from '#ui/form/use-submit.ts';
import { useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Card } from '#ui/kit/card.tsx';
import { FieldMark } from '#ui/kit/field-mark.tsx';
import { Inline } from '#ui/kit/layout.tsx';
import { useDueRefresh } from '#ui/page/use-due-refresh.ts';
import { isOfKind } from '#ui/upload/file-bytes.ts';
import { Uploader } from '#ui/upload/uploader.tsx';
import { Pictured } from '../form/image-fields.tsx';
import { ReservationForm } from '../form/reservation-form.tsx';
import { isGone, type ReservationFormState, useReservationForm } from '../form/use-reservation-form.ts';
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
      <FieldMarks of={{ kind: 'reservation', id: reservation.res_idx }} nameOf={fieldName}>
        {isImage(reservation.target) && <ImageSlot of={reservation} state={state} />}
        <ReservationForm of={state} currencies={currencies} isNew={false} />
      </FieldMarks>
    </section>
  );
}

/** What is scheduled is one value, whichever field it is typed in; its time is typed by the clocks of a zone. */
const fieldName = (name: string) => ({ local: 'apply_at', description: 'value', prices: 'value' })[name] ?? name;

interface ImageSlotProps {
  of: RecordProps['reservation'];
  state: ReservationFormState;
}

/** The scheduled image; an upload replaces it at once. */
function ImageSlot({ of: { res_idx, image, target }, state }: ImageSlotProps) {
  const t = useT<ReservationWords & ImageWords>();
  const replace = async (file: File, options: UploadOptions) => {
    const form = new FormData();
    form.append('image', file);
    const url = `/api/v1/reservation/${res_idx}/image`;
    const { results } = await upload<{ results: { act_idx?: number } }>(url, form, options);
    reloadWith(t('reservation.file_replaced'), results.act_idx);
  };
  // An image for a change that has been cancelled or applied.
  const { file: late } = state;
  const making = useSubmit(async () => {
    if (late) await state.createWith(late);
  });
  return (
    <Card>
      <FieldMark name="image" label={t(`reservation.target_${target}`)} />
      <Inline high gap={16} below={14}>
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
            try {
              await replace(file, options);
            } catch (error) {
              if (error instanceof ApiError && isGone(error)) state.chooseFile(file);
              throw error;
            }
          }}
        />
        {late && !state.record.submission.again && (
          <div>
            <FormProblem of={making} title={t('reservation.save_failed')} />
            <Button size="small" disabled={making.pending} onClick={() => making.submit()}>
              {t('form.create_again')}
            </Button>
          </div>
        )}
      </Inline>
    </Card>
  );
}
