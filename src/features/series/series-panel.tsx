import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { client } from '#client/api.ts';
import { askToDelete } from '#client/ask-to-delete.ts';
import { goToMade, leaveWith, notify } from '#client/dialogs.ts';
import { type SavedTitle, TitleEditor } from '#ui/form/title-editor.tsx';
import { useT } from '#ui/interface.tsx';
import { ButtonLink } from '#ui/kit/button.tsx';
import { RowActs } from '#ui/page/row-acts.tsx';
import { LevelList } from './levels/level-list.tsx';
import type { seriesApi } from './series.contract.ts';
import type { SeriesWords } from './series.messages.ts';
import type { SeriesListRow } from './series.read.ts';

const call = client<typeof seriesApi>();

interface SeriesPanelProps {
  series: SeriesListRow;
  /** It is the one that keys are for. */
  isCurrent: boolean;
  onRenamed: (saved: SavedTitle) => void;
  /** How many levels it has now. */
  onCounted: (levels: number) => void;
}

/** The actions on a series, and its levels. */
export function SeriesPanel({ series, isCurrent, onRenamed, onCounted }: SeriesPanelProps) {
  const t = useT<SeriesWords>();
  const [editing, setEditing] = useState(false);
  const panel = useRef<HTMLDivElement>(null);
  const renamed = (saved: SavedTitle, act?: number) => {
    flushSync(() => setEditing(false));
    panel.current?.querySelector<HTMLElement>('[data-edit]')?.focus();
    if (saved.version !== series.version) void notify({ message: t('series.renamed'), undo: act });
    onRenamed(saved);
  };
  return (
    <div ref={panel}>
      {editing ? (
        <TitleEditor
          of={{ kind: 'series', id: series.ser_idx }}
          initial={series}
          failed={t('series.edit_failed')}
          onSave={async (title, version) => {
            const params = { ser_idx: series.ser_idx };
            return (await call('PUT /api/v1/series/:ser_idx', { params, body: { title, version } })).results.act_idx;
          }}
          again={{
            lost: t('series.again_lost'),
            create: async (title) => {
              const { results } = await call('POST /api/v1/series', { body: { title } });
              const made = { id: results.ser_idx, title, undo: results.act_idx };
              return () => goToMade(made, t('common.made', { title }), `/series?open=${made.id}`);
            },
          }}
          onDone={renamed}
        />
      ) : (
        <SeriesActions series={series} onRename={() => setEditing(true)} />
      )}
      <LevelList series={series} isCurrent={isCurrent} onCounted={onCounted} />
    </div>
  );
}

function SeriesActions({ series, onRename }: { series: SeriesListRow; onRename: () => void }) {
  const t = useT<SeriesWords>();
  const { ser_idx: id, title, books } = series;
  const remove = async () => {
    const question = { title, body: t('CMN-18'), agree: t('common.delete') };
    const deleted = await askToDelete({ of: 'series', id, ...question }, (seen) =>
      call('DELETE /api/v1/series/:ser_idx', { params: { ser_idx: id }, query: { seen } }),
    );
    if (deleted) leaveWith(t('series.deleted'), '/series', deleted.results.act_idx);
  };
  return (
    <div>
      {books > 0 && (
        <ButtonLink variant="quiet" href={`/book?series=${id}`}>
          {t('series.show_books', { count: books })}
        </ButtonLink>
      )}
      <RowActs
        entity="series"
        id={id}
        title={title}
        edit={{ label: t('common.rename'), onClick: onRename, mark: 'true' }}
        remove={{ onClick: remove, problem: t('series.delete_failed') }}
      />
    </div>
  );
}
