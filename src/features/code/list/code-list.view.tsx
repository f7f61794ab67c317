import { findCollectionByCidx } from '#features/collection/collection.public.tsx';
import { useT } from '#ui/interface.tsx';
import { RecordFilter } from '#ui/rows/record-filter.tsx';
import type { ListViews } from '#ui/table/view-tabs.tsx';
import type { CodeWords } from '../code.messages.ts';
import styles from './code-list.module.css';
import { Codes, type ListedCodes } from './codes.tsx';

interface CodeListProps extends ListedCodes {
  /** The code manager, or the codes of one collection. */
  path: '/code' | '/collection/code';
  /** Of the code manager. */
  views?: ListViews;
}

const menuStates = ['issued', 'active', 'expired'] as const;

/** All access codes, or those of one collection. */
export default function CodeList({ path, views, ...listed }: CodeListProps) {
  const t = useT<CodeWords>();
  const isUnchosen = path !== '/code' && listed.query.cidx === undefined;
  const isOfAll = path === '/code';
  // By the label of the menu that led here.
  const entry = menuStates.find((state) => state === listed.query.status);
  const heading = !isOfAll ? t('code.collection_heading') : entry ? t(`code.menu_${entry}`) : t('code.heading');
  const { collection } = listed.names;
  return (
    <Codes
      {...listed}
      path={path}
      title={collection !== null && !isOfAll ? `${heading}: ${collection}` : heading}
      word={isOfAll && entry ? t('code.heading') : undefined}
      views={views}
      chooser={isUnchosen && <CollectionChooser path={path} />}
      begin={{ label: t('code.empty_issue'), href: '/customer' }}
      empty={isUnchosen ? t('code.choose_collection') : t('code.empty')}
    />
  );
}

/** Chooses the collection whose codes are listed; it becomes part of the address. */
function CollectionChooser({ path }: { path: string }) {
  const t = useT<CodeWords>();
  const label = t('code.field_collection');
  return (
    <form method="get" action={path} className={styles.chooser}>
      <RecordFilter name="cidx" label={label} value={undefined} title={null} find={findCollectionByCidx} isNeeded />
    </form>
  );
}
