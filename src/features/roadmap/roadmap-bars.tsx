import { useEffect, useRef } from 'react';
import { type Staged, stage } from '#client/staged.ts';
import { FormProblem } from '#ui/form/form-problem.tsx';
import { IntoButton, NowOrInto } from '#ui/form/into-button.tsx';
import { useFormat, useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Input } from '#ui/kit/input.tsx';
import { Inline, Stack } from '#ui/kit/layout.tsx';
import { Note } from '#ui/kit/note.tsx';
import { Segment } from '#ui/kit/segment.tsx';
import bar from '#ui/table/selection-bar.module.css';
import type { RoadmapWords } from './roadmap.messages.ts';
import styles from './roadmap-editor.module.css';
import type { RoadmapConflict, RoadmapState } from './use-roadmap.ts';

interface BulkBarProps {
  of: RoadmapState;
  /** The draft as a change for a release. */
  toStage: () => Staged;
}

/** The bar of a bulk edit: a hint, and the buttons that end it. */
export function BulkBar({ of: roadmap, toStage }: BulkBarProps) {
  const t = useT<RoadmapWords>();
  const ends = useRef<HTMLDivElement>(null);
  // The button that began it has gone.
  useEffect(() => ends.current?.focus({ preventScroll: true }), []);
  const saveInto = async () => {
    if (await stage(toStage())) roadmap.cancelBulk();
  };
  const into = <IntoButton disabled={!roadmap.isDirty || roadmap.complete.pending} onClick={() => void saveInto()} />;
  return (
    <>
      <Note tone="warn" ref={ends} role="group" tabIndex={-1} aria-label={t('roadmap.bulk')}>
        <p role="status">{roadmap.isMerged ? t('roadmap.merged') : t('roadmap.bulk_hint')}</p>
        <Inline tight>
          <Button onClick={roadmap.cancelBulk}>{t('common.cancel')}</Button>
          <NowOrInto into={into}>
            {(variant) => (
              <Button variant={variant} disabled={roadmap.complete.pending} onClick={() => roadmap.complete.submit()}>
                {t('roadmap.bulk_complete')}
              </Button>
            )}
          </NowOrInto>
        </Inline>
      </Note>
      {roadmap.complete.again && (
        <Stack narrow below={12}>
          <Input
            label={t('common.title')}
            error={roadmap.complete.fieldError('title')}
            value={roadmap.title}
            onChange={(event) => roadmap.setTitle(event.currentTarget.value)}
            maxLength={200}
          />
        </Stack>
      )}
      <FormProblem of={roadmap.complete} title={t('roadmap.save_failed')} />
    </>
  );
}

interface ConflictNoteProps {
  of: RoadmapState;
  conflict: RoadmapConflict;
  titleOf: (bid: string) => string;
}

/** Who changed the roadmap meanwhile, and which change was not saved because of that. */
export function ConflictNote({ of: roadmap, conflict, titleOf }: ConflictNoteProps) {
  const t = useT<RoadmapWords>();
  const format = useFormat();
  const { name, at, change } = conflict;
  const values = { name, time: format.dateTime(at) };
  const titles = change?.bids.map(titleOf).join(', ') ?? '';
  return (
    <Note tone="problem">
      <p>{change ? t('roadmap.conflict', values) : t('roadmap.conflict_bulk', values)}</p>
      {change && <p>{t('roadmap.conflict_move', { count: change.bids.length, titles })}</p>}
      <Inline tight>
        <Button variant="primary" onClick={roadmap.overwrite}>
          {change ? t('roadmap.conflict_apply') : t('roadmap.conflict_keep')}
        </Button>
        <Button onClick={roadmap.discardMine}>
          {change ? t('roadmap.conflict_discard') : t('roadmap.conflict_leave')}
        </Button>
      </Inline>
    </Note>
  );
}

/** What a narrow screen shows: the rows or the waiting list. */
export type Side = 'rows' | 'waiting';

interface SideSwitchProps {
  side: Side;
  onChoose: (side: Side) => void;
  /** How many there are of each. */
  rows: number;
  waiting: number;
}

/** Chooses the side that a narrow screen shows. */
export function SideSwitch({ side, onChoose, ...counts }: SideSwitchProps) {
  const t = useT<RoadmapWords>();
  const format = useFormat();
  return (
    <div className={styles.switch}>
      <Segment
        label={t('roadmap.heading')}
        value={side}
        onChoose={onChoose}
        below={10}
        options={(['rows', 'waiting'] as const).map((value) => ({
          value,
          label: (
            <>
              {t(`roadmap.${value}`)} <small>{format.number(counts[value])}</small>
            </>
          ),
        }))}
      />
    </div>
  );
}

interface SelectedBarProps {
  count: number;
  onMenu: (position: { x: number; y: number }) => void;
  onClear: () => void;
}

/** How many books are selected, with their menu. */
export function SelectedBar({ count, onMenu, onClear }: SelectedBarProps) {
  const t = useT<RoadmapWords>();
  const label = t('roadmap.selected', { count });
  return (
    <Inline tight className={bar.bar} role="group" aria-label={label} data-selected-books data-screen-only>
      <span role="status">{label}</span>
      <Button
        variant="primary"
        aria-haspopup="menu"
        onClick={(event) => {
          const box = event.currentTarget.getBoundingClientRect();
          onMenu({ x: box.left, y: box.top - 220 });
        }}
      >
        {t('roadmap.menu_of', { count })}
      </Button>
      <Button onClick={onClear}>{t('table.unselect')}</Button>
    </Inline>
  );
}
