import { useState } from 'react';
import { client } from '#client/api.ts';
import { RemoteSelect } from '#ui/form/remote-select.tsx';
import { TitleForm } from '#ui/form/title-form.tsx';
import { useT } from '#ui/interface.tsx';
import type { seriesApi } from '../series.contract.ts';
import type { SeriesWords } from '../series.messages.ts';
import { levelRow } from './level-row.rules.ts';
import type { levelsApi } from './levels.contract.ts';

const call = client<typeof seriesApi & typeof levelsApi>();

/** The dialog that adds a level to a given or chosen series; finishes with the new id and title. */
export default function LevelCreate({ series }: { series: { id: number; title: string } | null }) {
  const t = useT<SeriesWords>();
  const [chosen, setChosen] = useState(series && { value: String(series.id), label: series.title });
  const save = async (title: string) => {
    const { results } = await call('POST /api/v1/level', { body: { ser_idx: chosen?.value ?? '', title } });
    const { lev_idx: id, act_idx: undo } = results;
    return { id, title, row: levelRow(id), ser_idx: Number(chosen?.value), undo };
  };
  return (
    <TitleForm heading={t('series.level_create')} failed={t('series.level_add_failed')} onSave={save}>
      {series ? (
        <p>
          {t('series.field')}: <strong>{series.title}</strong>
        </p>
      ) : (
        <RemoteSelect
          label={t('series.field')}
          name="ser_idx"
          value={chosen}
          onChange={setChosen}
          load={loadSeries}
          required
        />
      )}
    </TitleForm>
  );
}

async function loadSeries() {
  const { results } = await call('GET /api/v1/series', {});
  return results.map(({ ser_idx, title }) => ({ value: String(ser_idx), label: title }));
}
