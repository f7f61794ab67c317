import type { ReactNode } from 'react';
import { FormSection } from '#ui/form/form-sections.tsx';
import { useT } from '#ui/interface.tsx';
import type { FormOf } from '#ui/kit/form.ts';
import type { CollectionWords } from '../collection.messages.ts';
import type { CollectionValues } from './collection-values.rules.ts';

/** The props of the form's sections. */
export interface SectionProps {
  form: FormOf<CollectionValues>;
}

/** The sections of the form in order, with their headings. */
export const sectionLabels = {
  identity: 'collection.group_identity',
  texts: 'collection.field_texts',
  prices: 'collection.field_prices',
  visibility: 'collection.group_visibility',
  assistant: 'collection.field_laura_support',
  owners: 'collection.field_owned_by',
} as const;

/** A section of the form with its heading. */
export function EditorSection({ name, children }: { name: keyof typeof sectionLabels; children: ReactNode }) {
  const t = useT<CollectionWords>();
  return (
    <FormSection id={name} label={t(sectionLabels[name])}>
      {children}
    </FormSection>
  );
}
