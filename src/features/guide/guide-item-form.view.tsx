import type { UploadWords } from '#kernel/messages/common/upload.messages.ts';
import { languageTag } from '#kernel/messages/locale.ts';
import { ConflictReview } from '#ui/form/conflict-review.tsx';
import { DialogForm } from '#ui/form/dialog-form.tsx';
import { IntoButton } from '#ui/form/into-button.tsx';
import { RecordProblem } from '#ui/form/record-problem.tsx';
import { useAct } from '#ui/form/use-act.ts';
import { useInterface, useT } from '#ui/interface.tsx';
import { Input } from '#ui/kit/input.tsx';
import { Grid } from '#ui/kit/layout.tsx';
import { Text } from '#ui/kit/text.tsx';
import { plainText } from '#ui/kit/rich-text.rules.ts';
import { RichText } from '#ui/kit/rich-text.tsx';
import { UploadProgress } from '#ui/upload/upload-progress.tsx';
import { isBusy } from '#ui/upload/use-upload.ts';
import { CoverField } from './cover-field.tsx';
import type { GuideWords } from './guide.messages.ts';
import { clampedRange, columnCount } from './guide.rules.ts';
import { useRangeText } from './timeline.tsx';
import { type GuideItemFormProps, rangeIn, useItemForm } from './use-item-form.ts';

const wrapperOrder = ['label', 'input', 'description', 'error'] as const;

/** The dialog that adds or edits an item of a guide; finishes with what was added, or with its number and whose changes were merged. */
export default function GuideItemForm(props: GuideItemFormProps) {
  const t = useT<GuideWords & UploadWords>();
  const act = useAct();
  const { item, ages } = props;
  const { locale } = useInterface();
  const textOf = useRangeText(ages);
  const { record, upload, cover, chooseCover, coverDeleted, putInto } = useItemForm(props);
  const { form, ref, submission } = record;
  const labels = {
    gui_id: t('guide.gui_id'),
    title: t('guide.field_title'),
    link_title: t('guide.field_link_title'),
    legend: t('guide.field_legend'),
    start: t('guide.field_start'),
    length: t('guide.field_length'),
    description: t('guide.field_description'),
    btn_title: t('guide.field_btn_title'),
    btn_link: t('guide.field_btn_link'),
    cover: t('guide.field_cover'),
  };
  const fields = Object.entries(labels).map(([name, label]) => ({ name, label }));
  const range = clampedRange(rangeIn(form.values));
  const settle = () => form.setValues({ start: String(range.start), length: String(range.length) });
  const text = (name: Exclude<keyof typeof labels, 'cover' | 'description'>) => ({
    ...form.getInputProps(name),
    name,
    label: labels[name],
    autoComplete: 'off',
    // Help under the control, so that the controls of a row are in line.
    inputWrapperOrder: [...wrapperOrder],
  });
  const { value, onChange, error } = form.getInputProps('description');
  return (
    <DialogForm
      ref={ref}
      of={submission}
      heading={item ? t('guide.item_edit') : t('guide.item_create')}
      submit={item ? t('common.save') : t('CMN-05')}
      before={
        <IntoButton
          disabled={record.changed.length === 0 || submission.pending || isBusy(upload.state)}
          onClick={() => {
            // A new item is checked in the browser as when it is saved; one that exists was.
            if (item || ref.current?.reportValidity()) act(putInto, t('guide.add_failed'));
          }}
        />
      }
      above={
        <>
          <ConflictReview
            of={record}
            labelOf={(name) => labels[name]}
            textOf={(name, values) => (name === 'description' ? plainText(values[name]) : values[name])}
          />
          {!record.conflict && (
            <RecordProblem
              of={submission}
              title={item ? t('guide.edit_failed') : t('guide.add_failed')}
              fields={fields}
              form={ref}
            />
          )}
        </>
      }
    >
      {props.gui_id === null && <Input {...text('gui_id')} hint={t('guide.gui_id_hint')} maxLength={64} required />}
      <Grid least={240} filled>
        <Input {...text('title')} maxLength={200} required />
        <Input {...text('link_title')} hint={t('guide.field_link_title_hint')} maxLength={200} />
        <Input {...text('legend')} hint={t('guide.field_legend_hint')} maxLength={300} />
        <Grid columns="84px 84px minmax(0, 1fr)" gap={12}>
          {(['start', 'length'] as const).map((name) => (
            <Input key={name} {...text(name)} type="number" min={1} max={columnCount} onBlur={settle} />
          ))}
          <Text tone="soft" size="small" above={32}>
            {textOf(range)}
          </Text>
        </Grid>
      </Grid>
      <RichText
        {...{ value, onChange, error }}
        label={labels.description}
        name="description"
        lang={languageTag(locale)}
        // A new item starts empty; an existing one has a text to work on.
        height={item ? 480 : 240}
      />
      <Grid least={240} filled>
        <Input {...text('btn_title')} maxLength={100} />
        <Input {...text('btn_link')} type="url" placeholder="https://" maxLength={2000} />
      </Grid>
      <CoverField
        item={item}
        file={cover}
        onFile={chooseCover}
        onDeleted={coverDeleted}
        upload={upload.state}
        error={form.errors['cover']}
      />
      {cover && (
        <UploadProgress
          state={upload.state}
          label={labels.cover}
          sending={t('guide.cover_uploading')}
          working={t('upload.working')}
          onCancel={upload.cancel}
        />
      )}
    </DialogForm>
  );
}
