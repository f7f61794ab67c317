import type { ReactNode } from 'react';
import { openFragment } from '#client/dialogs.ts';
import { SegmentLinks } from '#ui/kit/segment.tsx';
import { useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { PageHead } from '#ui/page/page-head.tsx';
import { Breadcrumbs } from '#ui/record/breadcrumbs.tsx';
import type { GuideItem } from './guide.contract.ts';
import type { GuideWords } from './guide.messages.ts';

/** An opened guide; `ages` are the names of its columns. */
export interface OpenGuide {
  gui_id: string;
  items: GuideItem[];
  /** Identifies their order, to detect conflicts. */
  base: string;
  ages: string[];
  mode: 'edit' | 'view';
  /** The item to scroll to. */
  at: number | null;
}

interface GuideHeadProps {
  guide: Pick<OpenGuide, 'gui_id' | 'mode'>;
  /** How many items it has. */
  count: number;
  children?: ReactNode;
}

/** The head of a guide: its ID, its two modes, and its history. */
export function GuideHead({ guide: { gui_id, mode }, count, children }: GuideHeadProps) {
  const t = useT<GuideWords>();
  const href = `/series_guide?${new URLSearchParams({ gui_id })}`;
  const modes = [
    { label: t('guide.mode_edit'), href, isCurrent: mode === 'edit' },
    { label: t('guide.mode_view'), href: `${href}&mode=view`, isCurrent: mode === 'view' },
  ];
  return (
    <>
      <Breadcrumbs crumbs={[{ label: t('guide.heading'), href: '/series_guide' }]} />
      <PageHead title={gui_id} count={t('guide.items', { count })}>
        <SegmentLinks label={t('guide.heading')} options={modes} />
        {count > 0 && (
          <Button onClick={() => void openFragment(`/audit/of/guide/${gui_id}`)}>{t('common.history')}</Button>
        )}
        {children}
      </PageHead>
    </>
  );
}
