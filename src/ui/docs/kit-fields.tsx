import { useState } from 'react';
import { confirm } from '#client/dialogs.ts';
import type { Choice } from '../form/record-values.rules.ts';
import { useT } from '../interface.tsx';
import { BareInput, BareSelect, BareTextarea } from '../kit/bare-field.tsx';
import { Button } from '../kit/button.tsx';
import { Field } from '../kit/field.tsx';
import { Input, Select, Textarea } from '../kit/input.tsx';
import { Grid, Inline } from '../kit/layout.tsx';
import { PasswordInput } from '../kit/password-input.tsx';
import { RecordPicker } from '../kit/record-picker.tsx';
import { RichText, RichTextView } from '../kit/rich-text.tsx';
import { SearchSelect } from '../kit/search-select.tsx';
import { KitPart } from './kit-part.tsx';

/** Fields in their states, those without a field of their own, those that search, and texts with a form. */
export function FieldParts() {
  return (
    <>
      <PlainFields />
      <SearchedFields />
      <LongTexts />
    </>
  );
}

function PlainFields() {
  const t = useT();
  const options = [t('common.all'), t('common.none'), { group: t('common.more'), options: [one(t('common.yes'))] }];
  return (
    <KitPart
      names={['Field', 'Input', 'PasswordInput', 'Select', 'Textarea', 'BareInput', 'BareSelect', 'BareTextarea']}
    >
      <Grid>
        <Input label={t('common.title')} hint={t('common.optional')} defaultValue="Rain in the Kitchen" />
        <Input label={t('common.title')} error={t('select.empty')} defaultValue="Rain" required />
        <Input label={t('common.title')} defaultValue="BK-003" disabled />
        <Input label={t('common.title')} defaultValue="BK-003" readOnly />
        <Input label={t('common.title')} defaultValue="365" end={{ width: 60, of: t('common.none') }} />
        <PasswordInput label={t('session.password')} show={t('common.more')} defaultValue="secret" autoComplete="off" />
        <Select label={t('common.all')} options={options} />
        <Select label={t('common.all')} options={options} disabled />
        <Textarea label={t('common.title')} most={6} />
        <Field label={t('common.title')} hint={t('common.optional')}>
          {(control) => <BareInput {...control} size={12} defaultValue="BK-003" />}
        </Field>
      </Grid>
      <Inline>
        <BareInput type="number" aria-label={t('common.title')} defaultValue={3} />
        <BareSelect aria-label={t('common.all')}>
          <option>{t('common.all')}</option>
        </BareSelect>
        <BareTextarea aria-label={t('common.title')} rows={1} defaultValue="BK-003" />
      </Inline>
    </KitPart>
  );
}

const one = (label: string) => ({ value: label, label });

function SearchedFields() {
  const t = useT();
  const options = [one(t('common.yes')), one(t('common.no')), one(t('common.none'))];
  const [chosen, setChosen] = useState<Choice | null>(options[0] ?? null);
  const [picked, setPicked] = useState<Choice[]>(options.slice(0, 1));
  const find = async (text: string) => options.filter(({ label }) => label.includes(text));
  return (
    <KitPart names={['SearchSelect', 'RecordPicker', 'Dialog']}>
      <Grid>
        <SearchSelect label={t('common.actions')} options={options} value={chosen} onChange={setChosen} />
        <RecordPicker label={t('common.title')} name="picked" value={picked} onChange={setPicked} find={find} />
        <Inline low>
          <Button onClick={() => void confirm({ title: t('common.edit'), agree: t('common.save') })}>
            {t('common.edit')}
          </Button>
          <Button
            danger
            onClick={() => void confirm({ title: t('common.delete'), agree: t('common.delete'), danger: true })}
          >
            {t('common.delete')}
          </Button>
        </Inline>
      </Grid>
    </KitPart>
  );
}

const html = '<h2>Rain</h2><p>A book with a <strong>kitchen</strong>.</p>';

function LongTexts() {
  const t = useT();
  const [text, setText] = useState(html);
  return (
    <KitPart names={['RichText', 'RichTextView']}>
      <Grid least={320}>
        <RichText label={t('common.title')} name="text" height={120} value={text} onChange={setText} />
        <RichTextView html={html} />
      </Grid>
    </KitPart>
  );
}
