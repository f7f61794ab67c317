import { signInAgain } from './dialogs.ts';

/** Whose page this is: an ID of staff. */
export const pageStaff = (): string => document.documentElement.dataset.staff ?? '';

/** The name of the provider of single sign-on: empty where it has none, undefined where there is no provider. */
export const providerName = (): string | undefined => document.documentElement.dataset.provider;

let asking: Promise<boolean> | null = null;

/**
 * Sends a request. Where the session has ended meanwhile, it asks for the password over the page and sends the request
 * again, so that nothing typed is lost; requests that fail beside each other ask once.
 */
export async function inSession<A extends { status: number }>(send: () => Promise<A>): Promise<A> {
  const answer = await send();
  if (answer.status !== 401 || pageStaff() === '') return answer;
  asking ??= signInAgain().finally(() => {
    asking = null;
  });
  return (await asking) ? send() : answer;
}
