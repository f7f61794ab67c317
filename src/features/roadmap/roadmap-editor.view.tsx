import { useMemo, useRef, useState } from 'react';
import { actedOn } from '#client/acted-on.ts';
import { notify, openFragment } from '#client/dialogs.ts';
import type { ShownParts } from '#kernel/records/record-parts.ts';
import { useUnsaved } from '#ui/form/use-unsaved.ts';
import { useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Text } from '#ui/kit/text.tsx';
import { PageHead } from '#ui/page/page-head.tsx';
import { RecordPartActs } from '#ui/page/record-part-acts.tsx';
import { Breadcrumbs } from '#ui/record/breadcrumbs.tsx';
import type { NewWords } from './new-words/new-words.contract.ts';
import { useNewWords } from './new-words/use-new-words.ts';
import type { RoadmapBook, Waiting } from './roadmap.contract.ts';
import type { RoadmapWords } from './roadmap.messages.ts';
import { type Change, mostBooks, type Rows, rowWith } from './roadmap.rules.ts';
import { BulkBar, ConflictNote, SelectedBar, type Side, SideSwitch } from './roadmap-bars.tsx';
import { BookFace } from './roadmap-book.tsx';
import { RoadmapDrag } from './roadmap-drag.tsx';
import styles from './roadmap-editor.module.css';
import { RoadmapMenu } from './roadmap-menu.tsx';
import { NewRow, RoadmapRows } from './roadmap-rows.tsx';
import { RoadmapWaiting } from './roadmap-waiting.tsx';
import { useRoadmap } from './use-roadmap.ts';
import { type MenuPosition, type RoadmapActs, RoadmapActsProvider } from './use-roadmap-acts.ts';
import { useShelf } from './use-shelf.ts';
import { useWaiting } from './use-waiting.ts';

interface RoadmapEditorProps {
  grp_idx: number;
  /** The title of the age group. */
  title: string;
  rows: Rows;
  version: number;
  /** The books of the first rows. */
  books: RoadmapBook[];
  waiting: Waiting;
  newWords: NewWords;
  paging: { size: number; limit: number };
  /** What other features offer to do with it. */
  acts: ShownParts['acts'];
}

/** The roadmap of a target group: the waiting list, and the rows of books in reading order. */
export default function RoadmapEditor({ grp_idx, title, paging, acts: offered, ...initial }: RoadmapEditorProps) {
  const t = useT<RoadmapWords>();
  const shelf = useShelf([...initial.books, ...initial.waiting.books]);
  const titleOf = (bid: string) => shelf.find(bid)?.title ?? bid;
  const roadmap = useRoadmap({ ...initial, grpIdx: grp_idx, title }, titleOf);
  const wordsOf = useNewWords(roadmap.rows, initial.newWords);
  const { rows, version } = roadmap;
  const placed = useMemo(() => new Set(rows.flat()), [rows]);
  const waiting = useWaiting({
    grpIdx: grp_idx,
    initial: initial.waiting,
    paging,
    version,
    placed,
    cache: shelf.cache,
  });
  const [side, setSide] = useState<Side>(initial.rows.length > 0 ? 'rows' : 'waiting');
  const [lifted, setLifted] = useState<string | null>(null);
  const { acts, selected, clear, menu, openMenu, closeMenu, choose } = useBookActs(roadmap, waiting.books);
  const root = useUnsaved<HTMLDivElement>(roadmap.isDirty || roadmap.conflict !== null);
  const labelOf = (bids: readonly string[]) =>
    bids.length === 1
      ? t('roadmap.menu', { title: titleOf(bids[0] ?? '') })
      : t('roadmap.menu_of', { count: bids.length });
  const startBulk = () => {
    // Only books in rows can be moved in it.
    clear();
    roadmap.startBulk();
  };
  const together = (bid: string) => (acts.isSelected(bid) ? selected : [bid]);
  return (
    <div ref={root} className={styles.screen}>
      <Breadcrumbs crumbs={[{ label: t('roadmap.groups'), href: '/agegroup' }]} />
      <PageHead
        title={`${t('roadmap.heading')}: ${title}`}
        count={t('roadmap.placed', { count: placed.size, rows: rows.length })}
      >
        <Button onClick={() => void openFragment(`/audit/of/roadmap/${grp_idx}`)}>{t('common.history')}</Button>
        <RecordPartActs acts={offered} />
        {!roadmap.isBulk && rows.length > 0 && <Button onClick={startBulk}>{t('roadmap.bulk')}</Button>}
      </PageHead>
      {roadmap.conflict && <ConflictNote of={roadmap} conflict={roadmap.conflict} titleOf={titleOf} />}
      {roadmap.isBulk && (
        <BulkBar
          of={roadmap}
          toStage={() => ({
            kind: 'roadmap',
            id: String(grp_idx),
            title: `${t('roadmap.heading')}: ${title}`,
            values: { rows },
            version,
          })}
        />
      )}
      <RoadmapActsProvider value={acts}>
        <RoadmapDrag
          rows={rows}
          together={together}
          onLift={setLifted}
          onChange={(change) => choose(change, false)}
          overlay={lifted && <BookFace bid={lifted} book={shelf.find(lifted)} as="line" />}
        >
          <SideSwitch side={side} onChoose={setSide} waiting={waiting.total} rows={rows.length} />
          <div className={styles.sides} data-side={side}>
            <RoadmapWaiting of={waiting} limit={paging.limit} />
            <RoadmapRows rows={rows} shelf={shelf} lifted={lifted} wordsOf={wordsOf}>
              {rows.length === 0 && (
                <Text tone="soft" above={24} className={styles.empty}>
                  {t('roadmap.empty')}
                </Text>
              )}
              <NewRow
                onClick={
                  selected.length === 0 ? null : () => choose({ to: 'row', bids: selected, row: rows.length }, false)
                }
              />
            </RoadmapRows>
          </div>
        </RoadmapDrag>
      </RoadmapActsProvider>
      {selected.length > 0 && (
        <SelectedBar count={selected.length} onMenu={(position) => openMenu(selected, position)} onClear={clear} />
      )}
      {menu && (
        <RoadmapMenu
          {...menu}
          label={labelOf(menu.bids)}
          rows={rows}
          isBulk={roadmap.isBulk}
          onChoose={(change) => choose(change, true)}
          onClose={closeMenu}
        />
      )}
    </div>
  );
}

/** The selection, the menu, and the focus after a move. */
function useBookActs(
  { rows, change, isBulk }: Pick<ReturnType<typeof useRoadmap>, 'rows' | 'change' | 'isBulk'>,
  waiting: readonly (RoadmapBook | undefined)[],
) {
  const t = useT<RoadmapWords>();
  const [selected, setSelected] = useState<readonly string[]>([]);
  const [menu, setMenu] = useState<{ bids: readonly string[]; position: MenuPosition; opener: Element | null } | null>(
    null,
  );
  const [followed, setFollowed] = useState<string | null>(null);
  // The last selected book, from which Shift selects.
  const last = useRef<string | null>(null);
  const isSelected = (bid: string) => selected.includes(bid);
  const openMenu = (bids: readonly string[], position: MenuPosition) => setMenu({ bids, position, opener: actedOn() });
  const closeMenu = () => {
    if (menu?.opener instanceof HTMLElement) menu.opener.focus();
    setMenu(null);
  };
  const add = (bids: readonly string[]) => {
    if (selected.length + bids.length <= mostBooks) setSelected([...selected, ...bids]);
    else void notify({ message: t('roadmap.row_full'), tone: 'problem' });
  };
  const toggle = (bid: string) => {
    last.current = bid;
    if (isSelected(bid)) setSelected(selected.filter((one) => one !== bid));
    else add([bid]);
  };
  const acts: RoadmapActs = {
    isSelected,
    toggle,
    selectTo: (bid) => {
      const lists = [waiting.map((book) => book?.bid), rows.flat()];
      const range = lists.map((list) => between(list, last.current, bid)).find((found) => found !== null);
      if (!range) return toggle(bid);
      last.current = bid;
      add(range.filter((one) => !isSelected(one)));
    },
    openMenu: (bid, position) => openMenu(isSelected(bid) ? selected : [bid], position),
    isBulk,
    followed,
    onFollowed: () => setFollowed(null),
  };
  return {
    acts,
    selected,
    clear: () => setSelected([]),
    menu,
    openMenu,
    closeMenu,
    choose: (wanted: Change, follow: boolean) => {
      closeMenu();
      setSelected(selected.filter((bid) => !wanted.bids.includes(bid)));
      const [first = ''] = wanted.bids;
      // Focus follows books that move between rows. In the waiting list it stays in place, now on the next book; the bar
      // of selected books goes with them.
      const isLeft = Boolean(menu?.opener?.closest('[data-selected-books]'));
      if (follow && (isLeft || rowWith(rows, first) !== -1)) setFollowed(first);
      change(wanted);
    },
  };
}

/** The books from one to another in a list; null if one of them is not in it, or some in between are not loaded. */
function between(list: readonly (string | undefined)[], from: string | null, to: string): string[] | null {
  const places = [from === null ? -1 : list.indexOf(from), list.indexOf(to)];
  if (places.includes(-1)) return null;
  const range = list.slice(Math.min(...places), Math.max(...places) + 1);
  return range.every((bid) => bid !== undefined) ? range : null;
}
