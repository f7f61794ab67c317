import { confirm } from '#client/dialogs.ts';
import { useInterface, useT } from '../interface.tsx';

/**
 * Asks where a change goes that is otherwise saved at once: to readers now, or into the release that the reader works on.
 * Undefined if neither; without such a release nobody is asked.
 */
export function useAskWhere(): (title: string) => Promise<'now' | 'release' | undefined> {
  const t = useT();
  const { working } = useInterface();
  return async (title) => {
    if (working === null) return 'now';
    let isInto = false;
    const into = async () => {
      isInto = true;
      return true;
    };
    const body = t('form.where', { name: working });
    if (await confirm({ title, body, agree: t('form.save_now'), into })) return 'now';
    return isInto ? 'release' : undefined;
  };
}
