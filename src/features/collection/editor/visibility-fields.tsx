import { openFragment } from '#client/dialogs.ts';
import editor from '#ui/form/editor.module.css';
import { RemoteSelect } from '#ui/form/remote-select.tsx';
import { useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Checkbox, Choices, Radio, RadioGroup } from '#ui/kit/choice.tsx';
import { Input, Select } from '#ui/kit/input.tsx';
import { Grid, Inline } from '#ui/kit/layout.tsx';
import type { CollectionWords } from '../collection.messages.ts';
import { adsOptions, exposedTypes } from '../collection.rules.ts';
import { EditorSection, type SectionProps } from './editor-section.tsx';
import { isMade } from './made-record.rules.ts';
import { loadGroups } from './use-collection-form.ts';

/** Who sees the collection and where. The level and the target group apply only to a public one. */
export function VisibilityFields({ form, cefrLevels }: SectionProps & { cefrLevels: readonly string[] }) {
  const t = useT<CollectionWords>();
  const { is_public: isPublic, exposed_type: exposed } = form.values;
  return (
    <EditorSection name="visibility">
      <Grid>
        <RadioGroup
          {...form.getInputProps('is_public')}
          label={t('collection.field_is_public')}
          name="is_public"
          value={isPublic}
        >
          <Inline>
            <Radio value="O" label={t('collection.public')} />
            <Radio value="X" label={t('collection.private')} />
          </Inline>
        </RadioGroup>
        <Select
          {...form.getInputProps('exposed_type')}
          label={t('collection.field_exposed_type')}
          name="exposed_type"
          options={exposedTypes.map((value) => ({ value, label: t(`collection.exposed_${value}`) }))}
        />
        {exposed === 'lms' && (
          <Input
            {...form.getInputProps('label')}
            label={t('collection.field_label')}
            name="label"
            maxLength={200}
            autoComplete="off"
          />
        )}
        <AdsFields form={form} />
        {isPublic === 'O' && (
          <>
            <CefrFields form={form} cefrLevels={cefrLevels} />
            <GroupField form={form} />
          </>
        )}
      </Grid>
    </EditorSection>
  );
}

/** To whom it is advertised: at most one of the options. */
function AdsFields({ form }: SectionProps) {
  const t = useT<CollectionWords>();
  return (
    <Choices label={t('collection.field_ads_option')} name="ads_option">
      {adsOptions.map((option) => (
        <Checkbox
          key={option}
          name="ads_option"
          label={t(`collection.ads_option_${option}`)}
          checked={form.values.ads_option === option}
          onChange={(event) => form.setFieldValue('ads_option', event.currentTarget.checked ? option : '')}
        />
      ))}
    </Choices>
  );
}

function CefrFields({ form, cefrLevels }: SectionProps & { cefrLevels: readonly string[] }) {
  const t = useT<CollectionWords>();
  const chosen = form.values.cefr_level.split(',').filter(Boolean);
  // A level that is no longer offered stays until it is removed.
  const offered = [...cefrLevels, ...chosen.filter((level) => !cefrLevels.includes(level))];
  const toggle = (level: string, on: boolean) => {
    const next = offered.filter((one) => (one === level ? on : chosen.includes(one)));
    form.setFieldValue('cefr_level', next.join(','));
  };
  return (
    <Choices label={t('collection.field_cefr_level')} name="cefr_level">
      {offered.map((level) => (
        <Checkbox
          key={level}
          name="cefr_level"
          label={level}
          checked={chosen.includes(level)}
          onChange={(event) => toggle(level, event.currentTarget.checked)}
        />
      ))}
    </Choices>
  );
}

function GroupField({ form }: SectionProps) {
  const t = useT<CollectionWords>();
  const label = t('collection.field_grp_idx');
  const make = async () => {
    const made = await openFragment('/agegroup/create');
    if (isMade(made)) form.setFieldValue('grp_idx', { value: String(made.id), label: made.title });
  };
  return (
    <div className={editor.choice} data-field="grp_idx">
      <RemoteSelect
        label={label}
        name="grp_idx"
        value={form.values.grp_idx}
        onChange={(choice) => form.setFieldValue('grp_idx', choice)}
        load={loadGroups}
        error={form.errors['grp_idx']}
      />
      <Button onClick={() => void make()} aria-label={t('collection.new_choice', { label })}>
        +
      </Button>
    </div>
  );
}
