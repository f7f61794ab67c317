import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import editor from '#ui/form/editor.module.css';
import type { CollectionValues } from './collection-values.rules.ts';

/** What the parts of the form edit. */
export interface SectionProps {
  form: UseFormReturnType<CollectionValues>;
}

/** A part of the form under its heading. */
export function EditorSection({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section className={editor.section}>
      <h2>{label}</h2>
      {children}
    </section>
  );
}
