import type { Question } from '#client/dialogs.ts';
import { useT } from '#ui/interface.tsx';
import type { CodeWords } from '../code.messages.ts';
import { showCode } from '../code.rules.ts';

/** What is asked before one code is cancelled. */
export function useCancelQuestion(): (of: { code: string; state: string }) => Question {
  const t = useT<CodeWords>();
  return ({ code, state }) => ({
    title: t('code.cancel_title', { code: showCode(code) }),
    body: t('code.cancel_one_body', { active: state === 'active' ? 'yes' : 'no' }),
    agree: t('code.cancel'),
    dismiss: t('code.keep', { count: 1 }),
    danger: true,
  });
}
