import { client } from '#client/api.ts';
import type { TitledApi, TitledFormProps } from '#kernel/records/titled.ts';
import { TitleForm } from '../form/title-form.tsx';
import { useInterface } from '../interface.tsx';

const call = client<TitledApi>();

/** The dialog that adds a record that is only a title; finishes with its id and title. */
export default function TitledForm({ noun: { words, call: path, added } }: TitledFormProps) {
  const { text } = useInterface();
  return (
    <TitleForm
      heading={text(`${words}.create`)}
      failed={text(`${words}.add_failed`)}
      onSave={async (title) => {
        const { results } = await call(`POST ${path}`, { body: { title } });
        return { id: results[added], title, undo: results.act_idx };
      }}
    />
  );
}
