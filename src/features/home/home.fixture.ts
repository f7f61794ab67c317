import type { TaskDeed } from '#kernel/desk/home.ts';
import type { Answer, Person } from '#test/app.ts';
import type { InboxRow } from './inbox.service.ts';

/** What the start page shows somebody. */
export async function homeOf(person: Person) {
  const { body } = await person.get('/');
  return JSON.parse(/data-view="home\/home".*?<script type="application\/json">(.*?)<\/script>/s.exec(body)?.[1] ?? '');
}

/** The row of a kind of tasks. */
export const rowOf = async (person: Person, kind: string): Promise<InboxRow | undefined> =>
  (await homeOf(person)).needs.rows.find((row: InboxRow) => row.kind === kind);

/** What can be done at once about the first task of a kind. */
export const deedsOf = async (person: Person, kind: string): Promise<readonly TaskDeed[]> =>
  (await rowOf(person, kind))?.tasks[0]?.deeds ?? [];

/** Makes the call of a task as the start page does. */
export function sendDeed(
  person: Person,
  { call, body }: Pick<TaskDeed, 'call' | 'body'>,
  over?: object,
): Promise<Answer> {
  const [method, path = ''] = call.split(' ');
  const sent = body || over ? { ...body, ...over } : undefined;
  if (method === 'DELETE') return person.delete(path, sent);
  return method === 'PUT' ? person.put(path, sent) : person.post(path, sent);
}
