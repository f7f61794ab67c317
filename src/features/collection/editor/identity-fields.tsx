import { TextInput } from '@mantine/core';
import editor from '#ui/form/editor.module.css';
import { useT } from '#ui/interface.tsx';
import type { CollectionWords } from '../collection.messages.ts';
import { cidRule } from '../collection.rules.ts';
import { EditorSection, type SectionProps } from './editor-section.tsx';

/** The cid, which can only be set for a new collection. */
export function IdentityFields({ form, isNew }: SectionProps & { isNew: boolean }) {
  const t = useT<CollectionWords>();
  return (
    <EditorSection name="identity">
      <div className={editor.fields}>
        <TextInput
          {...form.getInputProps('cid')}
          label={t('collection.field_cid')}
          name="cid"
          description={isNew ? t('collection.cid_hint') : t('collection.cid_fixed')}
          readOnly={!isNew}
          variant={isNew ? 'default' : 'unstyled'}
          required={isNew}
          maxLength={cidRule.longest}
          autoComplete="off"
          spellCheck={false}
        />
      </div>
    </EditorSection>
  );
}
