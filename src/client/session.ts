import { signInAgain } from './dialogs.ts';

/** The ID of the staff account this page belongs to. */
export const pageStaff = (): string => document.documentElement.dataset.staff ?? '';

/** The name of the single sign-on provider: empty if it has none, undefined if there is no provider. */
export const providerName = (): string | undefined => document.documentElement.dataset.provider;

let pending: Promise<boolean> | null = null;

/**
 * Sends a request. If the session has ended, it asks for the password over the page and resends the request, so that no
 * input is lost; requests that fail concurrently ask once.
 */
export async function inSession<A extends { status: number }>(send: () => Promise<A>): Promise<A> {
  const answer = await send();
  if (answer.status !== 401 || pageStaff() === '') return answer;
  pending ??= signInAgain().finally(() => {
    pending = null;
  });
  return (await pending) ? send() : answer;
}
