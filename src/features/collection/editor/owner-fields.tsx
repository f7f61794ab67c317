import { notify, openFragment } from '#client/dialogs.ts';
import { CustomerPicker } from '#features/customer/customer.public.tsx';
import { useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import type { CollectionWords } from '../collection.messages.ts';
import styles from './collection-editor.module.css';
import { inOrder } from './collection-values.rules.ts';
import { EditorSection, type SectionProps } from './editor-section.tsx';
import { isMade } from './made-record.rules.ts';

/** The owners of the collection, and buttons to create records that its contents will need. */
export function OwnerFields({ form }: SectionProps) {
  const t = useT<CollectionWords>();
  return (
    <EditorSection name="owners">
      <div data-field="owned_by">
        <CustomerPicker
          label={t('collection.field_owned_by')}
          createLabel={t('collection.owner_new')}
          name="owned_by"
          value={form.values.owned_by}
          onChange={(owners) => form.setFieldValue('owned_by', inOrder(owners))}
          error={form.errors['owned_by']}
        />
      </div>
      <MakeForContents />
    </EditorSection>
  );
}

const forContents = [
  { label: 'collection.new_series', url: '/series/create' },
  { label: 'collection.new_category', url: '/category/create' },
] as const;

/** Creates a series or a category for the collection's contents without leaving the form. */
function MakeForContents() {
  const t = useT<CollectionWords>();
  const make = async (url: string) => {
    const made = await openFragment(url);
    if (isMade(made)) void notify({ message: t('collection.made', { title: made.title }) });
  };
  return (
    <div className={styles.acts}>
      <small>{t('collection.for_contents')}</small>
      {forContents.map(({ label, url }) => (
        <Button size="small" key={url} onClick={() => void make(url)}>
          {t(label)}
        </Button>
      ))}
    </div>
  );
}
