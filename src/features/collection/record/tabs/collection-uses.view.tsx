import type { Uses } from '#kernel/records/references.ts';
import { UsedIn } from '#ui/record/used-in.tsx';
import type { CollectionHead } from '../collection-head.read.ts';
import { CollectionPage } from '../collection-page.tsx';

/** Where a collection is used. */
export default function CollectionUsesTab({ head, uses }: { head: CollectionHead; uses: Uses }) {
  return (
    <CollectionPage head={head} tab="uses">
      <UsedIn uses={uses} />
    </CollectionPage>
  );
}
