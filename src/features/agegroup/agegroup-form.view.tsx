import { client } from '#client/api.ts';
import { TitleForm } from '#ui/form/title-form.tsx';
import { useT } from '#ui/interface.tsx';
import type { agegroupApi } from './agegroup.contract.ts';
import type { AgegroupWords } from './agegroup.messages.ts';

const call = client<typeof agegroupApi>();

/** The dialog that adds an age group; finishes with the new id and title. */
export default function AgegroupForm() {
  const t = useT<AgegroupWords>();
  return (
    <TitleForm
      heading={t('agegroup.create')}
      failed={t('agegroup.add_failed')}
      onSave={async (title) => {
        const { results } = await call('POST /api/v1/age_group', { body: { title } });
        return { id: results.age_group, title };
      }}
    />
  );
}
