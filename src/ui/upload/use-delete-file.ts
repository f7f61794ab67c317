import { client } from '#client/api.ts';
import { confirm, type Question } from '#client/dialogs.ts';
import type { fileApi } from '#kernel/storage/file.contract.ts';
import { useAct } from '../form/use-act.ts';
import { useT } from '../interface.tsx';

const call = client<typeof fileApi>();

type DeletedFile = Parameters<typeof call<'DELETE /api/v1/file'>>[1]['body'];

/** Asks whether to delete a file of a record, called `name`, and deletes it; then calls `done` with the act. */
export function useDeleteFile(): (
  file: DeletedFile,
  texts: { name: string; failed: string; into?: Question['into'] },
  done: (act: number | undefined) => void,
) => Promise<void> {
  const t = useT();
  const act = useAct();
  return async (body, { name, failed, into }, done) => {
    const title = `${t('CMN-07')}: ${name}`;
    if (!(await confirm({ title, body: t('CMN-18'), agree: t('common.delete'), danger: true, into }))) return;
    act(async () => {
      const { results } = await call('DELETE /api/v1/file', { body });
      done(results.act_idx);
    }, failed);
  };
}
