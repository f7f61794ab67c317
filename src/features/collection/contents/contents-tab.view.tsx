import { useT } from '#ui/interface.tsx';
import panel from '#ui/page/panel.module.css';
import type { CollectionWords } from '../collection.messages.ts';
import type { CollectionHead } from '../record/collection-head.read.ts';
import { CollectionPage } from '../record/collection-page.tsx';
import styles from './contents-panel.module.css';
import type { ContentsPanelProps } from './contents-panel.service.ts';
import { ContentsPanel } from './contents-panel.tsx';
import { ManageOffButton } from './manage-button.tsx';

interface ContentsTabProps {
  head: CollectionHead;
  /** Null while the panel of manage mode shows them beside the page. */
  contents: ContentsPanelProps | null;
}

/** The contents of a collection on its page, or a note that the panel beside it shows them. */
export default function CollectionContentsTab({ head, contents }: ContentsTabProps) {
  const t = useT<CollectionWords>();
  return (
    <CollectionPage head={head} tab="contents">
      <section className={panel.panel} aria-label={t('collection.field_contents')}>
        {contents ? (
          <ContentsPanel panel={contents} />
        ) : (
          <>
            <p>{t('collection.manage_here')}</p>
            <div className={styles.manage}>
              <ManageOffButton cid={head.collection.cid} />
            </div>
          </>
        )}
      </section>
    </CollectionPage>
  );
}
