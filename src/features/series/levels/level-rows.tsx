import type { ReactNode, RefObject } from 'react';
import { client } from '#client/api.ts';
import { askToDelete } from '#client/ask-to-delete.ts';
import { notify, openFragment } from '#client/dialogs.ts';
import { actIn, type Made, madeIn } from '#client/made.ts';
import { useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Inline } from '#ui/kit/layout.tsx';
import { PlaceButton } from '#ui/order/place-button.tsx';
import { RowActs } from '#ui/page/row-acts.tsx';
import { PickButton } from '#ui/table/pick-button.tsx';
import type { SeriesWords } from '../series.messages.ts';
import type { LevelListRow } from '../series.read.ts';
import { levelRow } from './level-row.rules.ts';
import type { levelsApi } from './levels.contract.ts';

const call = client<typeof levelsApi>();

interface LevelRowProps {
  level: LevelListRow;
  /** From 1. */
  position: number;
  /** Asks where to move it. */
  onMove: () => void;
  onRenamed: () => void;
  /** It had been deleted, and was created again. */
  onAdded: (made: Made) => void;
  onDeleted: (act: number | undefined) => void;
}

/** One level and its actions. */
export function LevelRow({ level, position, onMove, onRenamed, onAdded, onDeleted }: LevelRowProps) {
  const t = useT<SeriesWords>();
  const { lev_idx: id, title, books } = level;
  const rename = async () => {
    const saved = await openFragment(`/series/level/update/${id}`);
    if (!saved) return;
    const made = madeIn(saved);
    if (made) return onAdded(made);
    void notify({ message: t('series.level_renamed'), undo: actIn(saved), undone: onRenamed });
    onRenamed();
  };
  const remove = async () => {
    const question = { title, body: t('CMN-18'), agree: t('common.delete') };
    const deleted = await askToDelete({ of: 'level', id, ...question }, () =>
      call('DELETE /api/v1/level/:lev_idx', { params: { lev_idx: id } }),
    );
    if (deleted) onDeleted(deleted.results.act_idx);
  };
  return (
    <Inline as="li" gap="0 12px" pad="4px 6px" data-key={levelRow(id)}>
      <PlaceButton title={title} position={position} onMove={onMove} />
      <Inline as="span" baseline grow={150} breaks gap="0 8px">
        {title} <small>{t('series.books', { count: books })}</small>
      </Inline>
      <Inline as="span" gap={0}>
        <PickButton picked={{ kind: 'level', id, title }} name={title} />
        <RowActs
          entity="level"
          id={id}
          title={title}
          edit={{ label: t('common.rename'), onClick: () => void rename() }}
          remove={{ onClick: remove, problem: t('series.level_delete_failed') }}
        />
      </Inline>
    </Inline>
  );
}

interface LevelActionsProps {
  serIdx: number;
  canReorder: boolean;
  opener: RefObject<HTMLButtonElement | null>;
  onReorder: () => void;
  onAdded: (made: Made) => void;
  children: ReactNode;
}

/** The actions on a series and its levels as a whole. */
export function LevelActions({ serIdx, canReorder, opener, onReorder, onAdded, children }: LevelActionsProps) {
  const t = useT<SeriesWords>();
  const add = async () => {
    const made = madeIn(await openFragment(`/series/level/create?ser_idx=${serIdx}`));
    if (made) onAdded(made);
  };
  return (
    <Inline tight below={8} above={8}>
      <Button onClick={() => void add()}>{t('series.level_create')}</Button>
      {canReorder && (
        <Button ref={opener} onClick={onReorder}>
          {t('series.level_reorder')}
        </Button>
      )}
      {children}
    </Inline>
  );
}
