import { Group, Radio } from '@mantine/core';
import { useT } from '#ui/interface.tsx';
import type { BookWords } from '../../book.messages.ts';
import { levelTypes } from '../book-fields.rules.ts';
import { LevelTemplate } from './level-template.tsx';
import type { BookEditorState } from './use-book-editor.ts';

interface LevelFieldsProps {
  editor: BookEditorState;
  fieldError: (field: string) => string | undefined;
}

const templates = {
  Lexile: { url: '/static/html/lexile.html', field: 'lexile' },
  CEFR: { url: '/static/html/cefr.html', field: 'cefr_level' },
} as const;

const templateOf = (type: string) => (type === 'Lexile' || type === 'CEFR' ? templates[type] : undefined);

/** The level type decides which inputs show; what was typed into the others is kept. */
export function LevelFields({ editor, fieldError }: LevelFieldsProps) {
  const t = useT<BookWords>();
  const type = editor.values.level_type;
  const shown = templateOf(type);
  return (
    <>
      <Radio.Group
        label={t('book.field_level_type')}
        name="level_type"
        value={type}
        onChange={(next) => editor.set('level_type', next)}
        error={fieldError('level_type')}
      >
        <Group gap="md" mt={6}>
          {levelTypes.map((one) => (
            <Radio key={one} value={one} label={one} />
          ))}
          <Radio value="" label={t('common.none')} />
        </Group>
      </Radio.Group>
      {shown && (
        <LevelTemplate
          key={shown.url}
          url={shown.url}
          name={shown.field}
          value={editor.values[shown.field]}
          onChange={(value) => editor.set(shown.field, value)}
          error={fieldError(shown.field)}
        />
      )}
    </>
  );
}
