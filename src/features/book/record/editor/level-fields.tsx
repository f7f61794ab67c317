import { Group, Radio } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useT } from '#ui/interface.tsx';
import type { BookWords } from '../../book.messages.ts';
import { levelTypes } from '../book-fields.rules.ts';
import type { EditorValues } from './book-values.rules.ts';
import { LevelTemplate } from './level-template.tsx';

const templates = {
  Lexile: { url: '/static/html/lexile.html', field: 'lexile' },
  CEFR: { url: '/static/html/cefr.html', field: 'cefr_level' },
} as const;

const templateOf = (type: string) => (type === 'Lexile' || type === 'CEFR' ? templates[type] : undefined);

/** The level type decides which inputs show; what was typed into the others is kept. */
export function LevelFields({ form }: { form: UseFormReturnType<EditorValues> }) {
  const t = useT<BookWords>();
  const type = form.values.level_type;
  const shown = templateOf(type);
  return (
    <>
      <Radio.Group label={t('book.field_level_type')} name="level_type" {...form.getInputProps('level_type')}>
        <Group gap="md" mt={6}>
          {levelTypes.map((one) => (
            <Radio key={one} value={one} label={one} />
          ))}
          <Radio value="" label={t('common.none')} />
        </Group>
      </Radio.Group>
      {shown && (
        <LevelTemplate key={shown.url} url={shown.url} name={shown.field} {...form.getInputProps(shown.field)} />
      )}
    </>
  );
}
