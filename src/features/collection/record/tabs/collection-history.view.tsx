import type { CollectionHead } from '../collection-head.read.ts';
import { CollectionPage } from '../collection-page.tsx';

/** The head of a collection above its history, which is a separate fragment. */
export default function CollectionHistoryTab({ head }: { head: CollectionHead }) {
  return <CollectionPage head={head} tab="history" />;
}
