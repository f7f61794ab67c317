import { client } from '#client/api.ts';
import { TitleForm } from '#ui/form/title-form.tsx';
import { useT } from '#ui/interface.tsx';
import type { SeriesWords } from '../series.messages.ts';
import { levelRow } from './level-row.rules.ts';
import type { levelsApi } from './levels.contract.ts';
import type { LevelRow } from './levels.store.ts';

const call = client<typeof levelsApi>();

/** The dialog that renames a level; finishes with the new title, or with a new level if somebody deleted it. */
export default function LevelRename({ level }: { level: LevelRow }) {
  const t = useT<SeriesWords>();
  return (
    <TitleForm
      heading={t('series.level_edit')}
      failed={t('series.level_edit_failed')}
      initial={level}
      onSave={async (title, version) => {
        const params = { lev_idx: level.lev_idx };
        const { results } = await call('PUT /api/v1/level/:lev_idx', { params, body: { title, version } });
        return { title, act: results.act_idx };
      }}
      again={{
        lost: t('series.level_again_lost'),
        create: async (title) => {
          const { results } = await call('POST /api/v1/level', { body: { ser_idx: level.ser_idx, title } });
          const { lev_idx: id, act_idx: undo } = results;
          return { id, title, row: levelRow(id), undo };
        },
      }}
    />
  );
}
