import type { Office, Person } from '#test/app.ts';
import { must } from '#test/must.ts';
import type { ContentKind } from './files/content-keys.rules.ts';

/** Uploads a file of a book as a form does. */
export function sendContent(
  who: Pick<Person, 'upload'>,
  { bid, kind, query = '' }: { bid: string; kind: ContentKind; query?: string },
  bytes: Uint8Array,
  name = `book.${kind}`,
): ReturnType<Office['admin']['upload']> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)]), name);
  return who.upload(`/api/v1/book/${bid}/${kind}${query}`, form);
}

/** Uploads a file for a release; returns what names it there. */
export const sendForRelease = async (...given: Parameters<typeof sendContent>): Promise<string> => {
  const [who, of, ...file] = given;
  return must(await sendContent(who, { ...of, query: '?later=1' }, ...file)).file;
};
