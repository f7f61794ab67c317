import { Group, Radio } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useT } from '#ui/interface.tsx';
import type { BookWords } from '../../book.messages.ts';
import { levelTypes } from '../book-fields.rules.ts';
import { BookField } from './book-field.tsx';
import type { EditorValues } from './book-values.rules.ts';
import { CefrChecks } from './cefr-checks.tsx';
import styles from './editor.module.css';

/** The level type decides which inputs show; what was typed into the others is kept. */
export function LevelFields({ form }: { form: UseFormReturnType<EditorValues> }) {
  const t = useT<BookWords>();
  const type = form.values.level_type;
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
      <div className={styles.template}>
        {type === 'Lexile' && (
          <BookField name="lexile" {...form.getInputProps('lexile')} hint={t('book.lexile_hint')} />
        )}
        {type === 'CEFR' && <CefrChecks {...form.getInputProps('cefr_level')} />}
      </div>
    </>
  );
}
