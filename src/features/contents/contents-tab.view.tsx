import type { CollectionHead } from '#features/collection/collection-page.public.ts';
import { CollectionPage, ManageOffButton } from '#features/collection/collection-page.public.tsx';
import { useT } from '#ui/interface.tsx';
import { Card } from '#ui/kit/card.tsx';
import { Text } from '#ui/kit/text.tsx';
import type { ContentsWords } from './contents.messages.ts';
import type { ContentsPanelProps } from './contents-panel.service.ts';
import { ContentsPanel } from './contents-panel.tsx';

interface ContentsTabProps {
  head: CollectionHead;
  /** Null while the panel of manage mode shows them beside the page. */
  contents: ContentsPanelProps | null;
}

/** The contents of a collection on its page, or a note that the panel beside it shows them. */
export default function CollectionContentsTab({ head, contents }: ContentsTabProps) {
  const t = useT<ContentsWords>();
  return (
    <CollectionPage head={head} tab="contents">
      <Card aria-label={t('collection.field_contents')}>
        {contents ? (
          <ContentsPanel panel={contents} />
        ) : (
          <>
            <p>{t('contents.manage_here')}</p>
            <Text as="div" below={12}>
              <ManageOffButton cid={head.collection.cid} />
            </Text>
          </>
        )}
      </Card>
    </CollectionPage>
  );
}
