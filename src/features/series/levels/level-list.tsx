import { Frame } from '#ui/kit/card.tsx';
import { useEffect, useState } from 'react';
import { client } from '#client/api.ts';
import { leaveWith, notify } from '#client/dialogs.ts';
import { type Made, showMade } from '#client/made.ts';
import { inNaturalOrder, outOfOrder } from '#kernel/text/natural-order.rules.ts';
import { FormProblem } from '#ui/form/form-problem.tsx';
import { useAct } from '#ui/form/use-act.ts';
import { useSubmit } from '#ui/form/use-submit.ts';
import { useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Note } from '#ui/kit/note.tsx';
import { Text } from '#ui/kit/text.tsx';
import { RecordPartActs } from '#ui/page/record-part-acts.tsx';
import type { SortableItem } from '#ui/order/sortable-places.ts';
import { type Ordered, useOrderActs } from '#ui/order/use-order-acts.ts';
import { useOrderEditor } from '#ui/order/use-order-editor.ts';
import type { SeriesWords } from '../series.messages.ts';
import type { LevelListRow, SeriesListRow } from '../series.read.ts';
import { LevelActions, LevelRow } from './level-rows.tsx';
import type { levelsApi } from './levels.contract.ts';

const call = client<typeof levelsApi>();

interface Loaded {
  levels: LevelListRow[];
  /** The key of their order. */
  base: string;
  /** What other features offer to do with the series. */
  offered: {
    label: string;
    href: string;
    count?: number | undefined;
    about?: { kind: string; id: string } | undefined;
    pressedBy?: string | undefined;
  }[];
}

interface LevelListProps {
  series: Pick<SeriesListRow, 'ser_idx' | 'title'>;
  /** It is the one that keys are for. */
  isCurrent: boolean;
  /** The series says how many it has. */
  onCounted: (levels: number) => void;
}

/** The levels of a series, loaded when it is opened, with controls to add, rename, delete and reorder them. */
export function LevelList({ series, isCurrent, onCounted }: LevelListProps) {
  const t = useT<SeriesWords>();
  const { ser_idx: id } = series;
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const act = useAct();
  const { Editor, opener, open, close } = useOrderEditor();
  const load = async () => {
    const { results } = await call('GET /api/v1/series/:ser_idx/level', { params: { ser_idx: id } });
    setLoaded(results);
    return results.levels.length;
  };
  const loading = useSubmit(async () => {
    await load();
  });
  // Once, when the series is opened.
  useEffect(() => loading.submit(), []);
  const ordered: Ordered = {
    items: (loaded?.levels ?? []).map((level) => ({ id: level.lev_idx, title: level.title })),
    base: loaded?.base ?? '',
    failed: t('series.level_order_failed'),
    save: async (sequence, from) => {
      const body = { sequence, base: from };
      return (await call('PUT /api/v2/level/:ser_idx', { params: { ser_idx: id }, body })).results.act_idx;
    },
    onSaved: (message, did) => leaveWith(message, `/series?open=${id}`, did),
  };
  const { moveTo, set } = useOrderActs(ordered);
  const refresh = async () => onCounted(await load());
  const added = async ({ id: made, row = String(made), title, undo }: Made) => {
    await refresh();
    showMade(row);
    void notify({ message: t('common.made', { title }), undo, undone: refresh });
  };
  const showAdded = (made: Made) => act(() => added(made), t('series.levels_failed'));
  if (loading.error) return <FormProblem of={loading} title={t('series.levels_failed')} />;
  if (!loaded) return <p role="status">{t('common.loading')}</p>;
  const { levels } = loaded;
  if (Editor) return <Editor label={t('series.level_reorder')} onCancel={close} {...ordered} />;
  return (
    <>
      <LevelActions serIdx={id} canReorder={levels.length > 1} opener={opener} onReorder={open} onAdded={showAdded}>
        <RecordPartActs
          acts={loaded.offered.map((one) => ({ ...one, href: one.href as `/${string}` }))}
          of={series.title}
          hasKeys={isCurrent}
          onDone={async () => loading.submit()}
        />
      </LevelActions>
      <NaturalOrder items={ordered.items} onSort={set} />
      {levels.length === 0 ? (
        <Text tone="soft" above={8}>
          {t('BOOK-91')}
        </Text>
      ) : (
        <Frame as="ol" aria-label={t('series.level_list', { title: series.title })}>
          {levels.map((level, index) => (
            <LevelRow
              key={level.lev_idx}
              level={level}
              position={index + 1}
              onMove={() => moveTo(level.lev_idx)}
              onRenamed={loading.retry}
              onAdded={showAdded}
              onDeleted={(did) => leaveWith(t('series.level_deleted'), `/series?open=${id}`, did)}
            />
          ))}
        </Frame>
      )}
    </>
  );
}

/** Says that records are out of the order of their numbers, and offers to sort them; nothing if they are in order. */
function NaturalOrder({ items, onSort }: { items: readonly SortableItem[]; onSort: (wanted: number[]) => void }) {
  const t = useT();
  const found = outOfOrder(items);
  if (!found) return null;
  return (
    <Note tone="warn">
      <p>{t('order.out_of_order', { later: found.later.title, earlier: found.earlier.title })}</p>
      <Button onClick={() => onSort(inNaturalOrder(items).map(({ id }) => id))}>{t('order.sort_naturally')}</Button>
    </Note>
  );
}
