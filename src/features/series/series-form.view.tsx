import { client } from '#client/api.ts';
import { TitleForm } from '#ui/form/title-form.tsx';
import { useT } from '#ui/interface.tsx';
import type { seriesApi } from './series.contract.ts';
import type { SeriesWords } from './series.messages.ts';

const call = client<typeof seriesApi>();

/** The dialog that adds a series; finishes with the new id and title. */
export default function SeriesForm() {
  const t = useT<SeriesWords>();
  return (
    <TitleForm
      heading={t('series.create')}
      failed={t('series.add_failed')}
      onSave={async (title) => {
        const { results } = await call('POST /api/v1/series', { body: { title } });
        return { id: results.ser_idx, title, undo: results.act_idx };
      }}
    />
  );
}
