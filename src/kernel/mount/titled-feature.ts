import { z } from 'zod';
import type { CountedItem } from '../desk/menu-counts.ts';
import type { Call } from '../http/api-handlers.ts';
import { ExportFormat, exportTypes, sendExport } from '../http/export.ts';
import type { View } from '../http/web.ts';
import type { Messages, Words } from '../messages/messages.ts';
import { marksKind } from '../records/marks.rules.ts';
import { marksOn } from '../records/record-parts.ts';
import type { Titled, TitledFormProps, TitledLeads, TitledListProps } from '../records/titled.ts';
import { contract, type Endpoint, type Method } from '../work/contract.ts';
import { act_idx, idx, results, success, title, version } from '../work/fields.ts';
import type { Feature, Kernel } from './feature.ts';

/** A noun that is only a title, declared once: calls, screens, sheet, history, restore and finder follow from it. */
interface TitledDeclaration extends Pick<Feature, 'name'> {
  titled: Titled;
  /** The messages under the prefix of the noun; see `agegroup.messages.ts` for the keys. */
  messages: Messages<Words>;
  /** What it is called in the summaries of its calls: one, and several. */
  says: readonly [one: string, several: string];
  /** The path of its calls. */
  call: `/api/v1/${string}`;
  /** The names of its id: in the path, in the list, and in the answer of the call that adds; by default its key. */
  ids?: { path: string; listed: string; added: string };
  /** Its page, and the place of that in the menu. */
  page: `/${string}`;
  menu: Pick<CountedItem, 'order' | 'group' | 'also' | 'words' | 'letter'> & { icon: string };
  /** The message key of its kind, in trails, if it is not that of its heading. */
  kind?: string;
  leads?: TitledLeads;
}

// Part of the UI kit, which the kernel knows only by name.
const listView: View<TitledListProps> = 'ui/titled/titled-list';
const formView: View<TitledFormProps> = 'ui/titled/titled-form';

const Added = z.strictObject({ title });
const Renamed = z.strictObject({ title, version });

/** The feature of a noun that is only a title. */
export function titledFeature({ titled, name, messages, menu, page, ...declared }: TitledDeclaration): Feature {
  const { table, key, words } = titled.noun;
  const { says, call, ids = { path: key, listed: key, added: key }, kind = `${words}.heading`, leads = {} } = declared;
  return {
    name,
    messages,
    menu: [{ key: `${words}.heading`, href: page, ...menu }],
    constraints: { [`${table}__title_key`]: { status: 409, key: `${words}.title_taken`, field: 'title' } },
    exported: { tables: [table] },
    register(kernel) {
      const { web, references, records } = kernel;
      titledCalls(kernel, titled, { call, ids, says });
      titledSheet(kernel, titled, { page, says });
      const noun = { words, kind, entity: table, call, added: ids.added, page, leads };
      web.page(page, {
        view: listView,
        words: [name],
        follows: [table, ...(leads.own ? [marksKind(leads.own.kind)] : [])],
        title: (t) => t(`${words}.heading`),
        load: async ({ ctx }) => {
          const rows = await titled.listCounted(ctx, references);
          const shown = rows.map(({ id }) => String(id));
          return { noun, rows, marks: leads.own ? await marksOn(ctx, records.all, leads.own.kind, shown) : {} };
        },
      });
      web.fragment(`${page}/create`, { view: formView, words: [name], within: page, load: () => ({ noun }) });
      records.define({
        kind: table,
        label: kind,
        href: () => page,
        titles: { table, key },
        find: {
          icon: menu.icon,
          by: async (ctx, text) =>
            (await titled.search(ctx, text)).map((row) => ({ label: row.title, detail: '', href: page })),
        },
        acts: [{ key: `${words}.create`, icon: 'add', href: `${page}/create` }],
        existence: titled.existence(references),
        restore: {
          fields: ['title'],
          write: (ctx, id, values) => titled.rename(ctx, Number(id), { title: String(values['title']) }),
        },
        fields: { title: 'common.title' },
      });
    },
  };
}

const keysOf = ({ call, ids }: Declared) =>
  ({
    list: `GET ${call}`,
    add: `POST ${call}`,
    rename: `PUT ${call}/:${ids.path}`,
    remove: `DELETE ${call}/:${ids.path}`,
  }) as const;

type Declared = Required<Pick<TitledDeclaration, 'call' | 'ids' | 'says'>>;

function titledCalls({ api, references }: Kernel, titled: Titled, declared: Declared): void {
  const { ids } = declared;
  const { list, add, rename, remove } = keysOf(declared);
  const idOf = ({ params }: Call<Endpoint>) => Number((params as Record<string, unknown>)[ids.path]);
  api(titledContract(declared), {
    [list]: async ({ ctx }: Call<Endpoint>) => ({
      results: (await titled.list(ctx)).map((row) => ({ [ids.listed]: row.id, title: row.title })),
    }),
    [add]: async ({ ctx, body }: Call<Endpoint>) => ({
      results: { [ids.added]: await titled.add(ctx, (body as z.output<typeof Added>).title) },
    }),
    [rename]: (given: Call<Endpoint>) => titled.rename(given.ctx, idOf(given), given.body as z.output<typeof Renamed>),
    [remove]: (given: Call<Endpoint>) => titled.remove(given.ctx, references, idOf(given)),
  });
}

function titledContract(declared: Declared) {
  const {
    ids,
    says: [one, several],
  } = declared;
  const { list, add, rename, remove } = keysOf(declared);
  const params = z.object({ [ids.path]: idx });
  const another = `${/^[aeiou]/.test(one) ? 'an' : 'a'} ${one}`;
  const calls: Record<`${Method} /${string}`, Endpoint & { response: z.ZodType }> = {
    [list]: {
      summary: `List the ${several} by title`,
      response: results(z.array(z.object({ [ids.listed]: z.int(), title: z.string() }))),
    },
    [add]: {
      summary: `Add ${another}; returns its id`,
      form: true,
      body: Added,
      response: results(z.object({ [ids.added]: z.int(), act_idx })),
    },
    [rename]: {
      summary: `Rename ${another}`,
      params,
      body: Renamed,
      response: results(success),
    },
    [remove]: { summary: `Delete an unused ${one}`, params, response: results(success) },
  };
  return contract(calls);
}

/** The list as a sheet: titles, and how many records use each. */
function titledSheet(
  { api, references }: Kernel,
  titled: Titled,
  { page, says: [, several] }: Pick<TitledDeclaration, 'page' | 'says'>,
): void {
  const path = `GET ${page}/export` as const;
  const sheet = contract({
    [path]: {
      summary: `The ${several} by title, as a sheet`,
      query: z.object({ as: ExportFormat.default('csv') }),
      stream: exportTypes,
      forPrograms: true,
      replica: true,
    },
  });
  api(sheet, {
    [path]: async ({ ctx, query: { as }, reply }: Call<(typeof sheet)[typeof path]>) => {
      const rows = await titled.listCounted(ctx, references);
      const heading = [ctx.text('common.title'), ctx.text(`${titled.noun.words}.uses`)];
      const cells = rows.map(({ title: named, uses }) => [named, uses]);
      return sendExport(
        { ctx, reply },
        {
          title: several.replaceAll(' ', '-'),
          as,
          heading,
          total: rows.length,
          batches: atOnce(cells),
        },
      );
    },
  });
}

async function* atOnce<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield rows;
}
