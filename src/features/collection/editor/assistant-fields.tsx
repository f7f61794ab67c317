import editor from '#ui/form/editor.module.css';
import { useT } from '#ui/interface.tsx';
import { Checkbox } from '#ui/kit/choice.tsx';
import { Input } from '#ui/kit/input.tsx';
import { Grid } from '#ui/kit/layout.tsx';
import type { CollectionWords } from '../collection.messages.ts';
import { EditorSection, type SectionProps } from './editor-section.tsx';

/** The reading assistant. Switched off, it has no options, so they are reset. */
export function AssistantFields({ form }: SectionProps) {
  const t = useT<CollectionWords>();
  const { laura_support: supported, laura_only: only } = form.values;
  const support = (on: boolean) =>
    form.setValues({
      laura_support: on,
      ...(!on && { laura_only: false, laura_book_monthly_quota: '0' }),
    });
  return (
    <EditorSection name="assistant">
      <Grid>
        <Checkbox
          name="laura_support"
          label={t('collection.assistant_on')}
          checked={supported}
          onChange={(event) => support(event.currentTarget.checked)}
          className={editor.check}
        />
        {supported && (
          <>
            <Checkbox
              name="laura_only"
              label={t('collection.field_laura_only')}
              checked={only}
              onChange={(event) => form.setFieldValue('laura_only', event.currentTarget.checked)}
              className={editor.check}
            />
            <Input
              {...form.getInputProps('laura_book_monthly_quota')}
              label={t('collection.field_laura_book_monthly_quota')}
              name="laura_book_monthly_quota"
              inputMode="numeric"
              maxLength={6}
              autoComplete="off"
            />
          </>
        )}
      </Grid>
    </EditorSection>
  );
}
