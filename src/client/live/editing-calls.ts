import type { Editor, liveApi } from '#kernel/desk/live.contract.ts';
import { callUrl } from '../api.ts';
import { inOffice } from '../office-path.ts';

type EditingCall = Extract<keyof typeof liveApi, `${string} /api/v1/editing`>;

/**
 * Tells others what is being edited or written here, or reads what they tell. Without the client's dialogs, since nobody asked
 * for this: after the session has ended it is the next act that asks to log in. Null without an answer.
 */
export function callEditing(
  key: EditingCall,
  sent: Record<string, string>,
  options: RequestInit = {},
): Promise<Response | null> {
  const isPost = key.startsWith('POST');
  return fetch(inOffice(callUrl(key, isPost ? {} : { query: sent })), {
    ...options,
    method: key.split(' ')[0] ?? '',
    headers: { 'x-unattended': '1', ...(isPost && { 'content-type': 'application/json' }) },
    ...(isPost && { body: JSON.stringify(sent) }),
  }).catch(() => null);
}

/** Who is editing or writing, as a call answers it; nobody if it failed, which is not worth reporting. */
export async function editorsIn(answer: Response | null): Promise<Editor[]> {
  const body = answer?.ok ? await answer.json().catch(() => null) : null;
  return body?.results?.editors ?? [];
}
