import type { GuideListRow } from './guide.read.ts';
import { GuideEditor } from './guide-editor.tsx';
import type { OpenGuide } from './guide-head.tsx';
import { GuideList } from './guide-list.tsx';
import { GuideViewer } from './guide-viewer.tsx';

interface GuidePageProps {
  /** The opened guide; null shows the list. */
  guide: OpenGuide | null;
  guides: GuideListRow[];
  /** The rows of a guide to edit show numbers beside their bars. */
  hasNumbers: boolean;
}

/** The list of series guides, or one of them to edit or to view. */
export default function GuidePage({ guide, guides, hasNumbers }: GuidePageProps) {
  if (!guide) return <GuideList guides={guides} />;
  return guide.mode === 'view' ? <GuideViewer guide={guide} /> : <GuideEditor guide={guide} hasNumbers={hasNumbers} />;
}
