import { Button } from '@mantine/core';
import { notify, openFragment } from '#client/dialogs.ts';
import type { Choice } from '#ui/form/record-values.rules.ts';
import { RemoteSelect } from '#ui/form/remote-select.tsx';
import { Icon } from '#ui/icon.tsx';
import { useT } from '#ui/interface.tsx';
import type { CollectionWords } from '../collection.messages.ts';
import styles from './collection-editor.module.css';
import { inOrder } from './collection-values.rules.ts';
import { EditorSection, type SectionProps } from './editor-section.tsx';
import { isMade } from './made-record.rules.ts';
import { loadCustomers } from './use-collection-form.ts';

/** Whose collection it is, and the records that its contents will need. */
export function OwnerFields({ form }: SectionProps) {
  const t = useT<CollectionWords>();
  const label = t('collection.field_owned_by');
  const owners = form.values.owned_by;
  const add = (owner: Choice) => {
    if (!owners.some(({ value }) => value === owner.value)) form.setFieldValue('owned_by', inOrder([...owners, owner]));
  };
  const make = async () => {
    const made = await openFragment('/customer/create');
    if (isMade(made)) add({ value: String(made.id), label: made.title });
  };
  return (
    <EditorSection label={label}>
      <div className={styles.fields}>
        <div className={styles.choice} data-field="owned_by">
          <RemoteSelect
            label={t('collection.owner_add')}
            name="owned_by"
            value={null}
            chosen={owners}
            onChange={(owner) => owner && add(owner)}
            load={loadCustomers}
            error={form.errors['owned_by']}
          />
          <Button variant="default" onClick={() => void make()} aria-label={t('collection.new_choice', { label })}>
            +
          </Button>
        </div>
        <ul className={styles.owners} aria-label={label}>
          {owners.map(({ value, label: name }) => (
            <li key={value}>
              {name}
              <button
                type="button"
                onClick={() =>
                  form.setFieldValue(
                    'owned_by',
                    owners.filter((owner) => owner.value !== value),
                  )
                }
                aria-label={t('collection.owner_remove', { name })}
              >
                <Icon name="close" size={14} />
              </button>
            </li>
          ))}
        </ul>
      </div>
      <MakeForContents />
    </EditorSection>
  );
}

const forContents = [
  { label: 'collection.new_series', url: '/series/create' },
  { label: 'collection.new_category', url: '/category/create' },
] as const;

/** A series or a category for what the collection will hold, without leaving the form. */
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
        <Button key={url} variant="default" size="compact-sm" onClick={() => void make(url)}>
          {t(label)}
        </Button>
      ))}
    </div>
  );
}
