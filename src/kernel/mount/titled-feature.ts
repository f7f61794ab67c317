import { z } from 'zod';
import type { Call } from '../http/api.ts';
import type { View } from '../http/web.ts';
import type { Messages, Words } from '../messages/messages.ts';
import type { Titled, TitledFormProps, TitledListProps } from '../records/titled.ts';
import { contract, type Endpoint, type Method } from '../work/contract.ts';
import { idx, results, success, title, version } from '../work/fields.ts';
import type { Feature } from './feature.ts';

/** A noun that is only a title, declared once: its calls, screens, history and restore follow from it. */
interface TitledDeclaration extends Pick<Feature, 'name' | 'menu'> {
  titled: Titled;
  /** The messages under the prefix of the noun; see `agegroup.messages.ts` for the keys. */
  messages: Messages<Words>;
  /** What it is called in the summaries of its calls: one, and several. */
  says: readonly [one: string, several: string];
  /** The path of its calls, and the names of its id: in the path, in the list, and in the answer of the one that adds. */
  call: `/api/v1/${string}`;
  ids: { path: string; listed: string; added: string };
  /** Its page. */
  page: `/${string}`;
  /** The message key of its kind, in trails. */
  kind: string;
  /** The beginnings of two addresses that end with the id: where a title leads, and what uses it. */
  leads?: { title?: string; uses?: string };
}

// Part of the UI kit, which the kernel knows only by name.
const listView: View<TitledListProps> = 'ui/titled/titled-list';
const formView: View<TitledFormProps> = 'ui/titled/titled-form';

const Added = z.strictObject({ title });
const Renamed = z.strictObject({ title, version });

/** The feature of a noun that is only a title. */
export function titledFeature({ titled, leads = {}, ...declared }: TitledDeclaration): Feature {
  const { name, messages, menu, call, ids, page, kind } = declared;
  const { table, key, words } = titled.noun;
  return {
    name,
    messages,
    ...(menu && { menu }),
    constraints: { [`${table}__title_key`]: { status: 409, key: `${words}.title_taken`, field: 'title' } },
    register({ api, web, references, records }) {
      const done = { results: { success: true } };
      const idOf = ({ params }: Call<Endpoint>) => Number((params as Record<string, unknown>)[ids.path]);
      const { list, add, rename, remove } = keysOf(declared);
      api(titledContract(declared), {
        [list]: async ({ ctx }: Call<Endpoint>) => ({
          results: (await titled.list(ctx)).map((row) => ({ [ids.listed]: row.id, title: row.title })),
        }),
        [add]: async ({ ctx, body }: Call<Endpoint>) => ({
          results: { [ids.added]: await titled.add(ctx, (body as z.output<typeof Added>).title) },
        }),
        [rename]: async (asked: Call<Endpoint>) => {
          await titled.rename(asked.ctx, idOf(asked), asked.body as z.output<typeof Renamed>);
          return done;
        },
        [remove]: async (asked: Call<Endpoint>) => {
          await titled.remove(asked.ctx, references, idOf(asked));
          return done;
        },
      });
      const noun = { words, entity: table, call, added: ids.added, page, leads };
      web.page(page, {
        view: listView,
        words: [name],
        follows: [table],
        title: (t) => t(`${words}.heading`),
        load: async ({ ctx }) => ({ noun, rows: await titled.listCounted(ctx, references) }),
      });
      web.fragment(`${page}/create`, { view: formView, words: [name], within: page, load: () => ({ noun }) });
      records.define({
        kind: table,
        label: kind,
        href: () => page,
        titles: { table, key },
        restore: {
          fields: ['title'],
          write: (ctx, id, values) => titled.rename(ctx, Number(id), { title: String(values['title']) }),
        },
        fields: { title: 'common.title' },
      });
    },
  };
}

const keysOf = ({ call, ids }: Pick<TitledDeclaration, 'call' | 'ids'>) =>
  ({
    list: `GET ${call}`,
    add: `POST ${call}`,
    rename: `PUT ${call}/:${ids.path}`,
    remove: `DELETE ${call}/:${ids.path}`,
  }) as const;

function titledContract({ call, ids, says: [one, several] }: Pick<TitledDeclaration, 'call' | 'ids' | 'says'>) {
  const params = z.object({ [ids.path]: idx });
  const another = `${/^[aeiou]/.test(one) ? 'an' : 'a'} ${one}`;
  const { list, add, rename, remove } = keysOf({ call, ids });
  const calls: Record<`${Method} /${string}`, Endpoint & { response: z.ZodType }> = {
    [list]: {
      summary: `List the ${several} by title`,
      response: results(z.array(z.object({ [ids.listed]: z.int(), title: z.string() }))),
    },
    [add]: {
      summary: `Add ${another}; returns its id`,
      form: true,
      body: Added,
      response: results(z.object({ [ids.added]: z.int() })),
    },
    [rename]: { summary: `Rename ${another}`, params, body: Renamed, response: results(success) },
    [remove]: { summary: `Delete an unused ${one}`, params, response: results(success) },
  };
  return contract(calls);
}
