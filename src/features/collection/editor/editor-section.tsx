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

interface EditorSectionProps {
  name: keyof typeof sectionLabels;
  /** All of it is one field of the collection, of this name: comments are about it as a whole. */
  isField?: true;
  children: ReactNode;
}

/** A section of the form with its heading. */
export function EditorSection({ name, isField, children }: EditorSectionProps) {
  const t = useT<CollectionWords>();
  return (
    <FormSection id={name} label={t(sectionLabels[name])} name={isField && name}>
      {children}
    </FormSection>
  );
}
