import type { ContentsPanelProps } from './contents-panel.service.ts';
import { ContentsPanel } from './contents-panel.tsx';

/** The contents of a collection, in a dialog. */
export default function CollectionContents({ panel }: { panel: ContentsPanelProps }) {
  return (
    <>
      <h2>{panel.title}</h2>
      <ContentsPanel panel={panel} />
    </>
  );
}
