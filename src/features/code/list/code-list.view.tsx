import { useT } from '#ui/interface.tsx';
import type { ListViews } from '#ui/table/view-tabs.tsx';
import type { CodeWords } from '../code.messages.ts';
import { Codes, type ListedCodes } from './codes.tsx';

interface CodeListProps extends ListedCodes {
  /** The code manager, or the codes of one collection. */
  path: '/code' | '/collection/code';
  views: ListViews | null;
}

/** Every access code, or those of one collection. */
export default function CodeList({ path, views, ...listed }: CodeListProps) {
  const t = useT<CodeWords>();
  const isUnchosen = path !== '/code' && listed.query.cidx === undefined;
  const heading = t(path === '/code' ? 'code.heading' : 'code.collection_heading');
  const { collection } = listed.names;
  return (
    <Codes
      {...listed}
      path={path}
      title={collection !== null && path !== '/code' ? `${heading}: ${collection}` : heading}
      views={views}
      isUnchosen={isUnchosen}
      empty={isUnchosen ? t('code.choose_collection') : t('code.empty')}
    />
  );
}
