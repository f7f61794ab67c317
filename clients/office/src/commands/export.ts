import process from 'node:process';
import { command } from '../command.ts';
import { Misused } from '../failures.ts';

// What can be exported, and where: lists by the name of their page.
const lists: Readonly<Record<string, string>> = {
  books: '/book/export',
  onix: '/api/v1/book/onix',
  collections: '/collection/export',
  categories: '/category/export',
  'age-groups': '/agegroup/export',
  customers: '/customer/export',
  events: '/event/export',
  registrations: '/registration/export',
  reservations: '/reservation/export',
  translations: '/collection/matrix/export',
  batches: '/code/report/export',
  purchases: '/code/purchase/export',
  coupons: '/report/all-coupons/export',
  'registered-books': '/report/registered-book/export',
  'registered-collections': '/report/registered-collection/export',
  platform: '/report/platform/export',
  audit: '/api/v1/audit/export',
};

const names = Object.keys(lists).join(', ');

/** Writes a list or a report as a sheet. */
export const exportList = command({
  name: 'export',
  usage: 'WHAT [-o FILE]',
  says: `Write a list or a report as a sheet, or books as an ONIX message: ${names}`,
  options: {
    output: { type: 'string', short: 'o', value: 'FILE', says: 'Where to write it; without, the standard output' },
    as: { type: 'string', value: 'FORM', says: 'csv or xlsx; by the end of FILE, or csv' },
    filter: {
      type: 'string',
      multiple: true,
      value: 'NAME=VALUE',
      says: 'As in the address of its page, such as status=published; repeat it for several',
    },
  },
  takes: [1, 1],
  run: async (parts, [what = ''], { output, as, filter = [], json = false }) => {
    const address = Object.hasOwn(lists, what) ? lists[what] : undefined;
    if (address === undefined) throw new Misused(`There is no export “${what}”; there are: ${names}`);
    if (output === undefined && json) throw new Misused('With --json, say where to write it: add -o FILE');
    if (output === undefined && process.stdout.isTTY && (as === 'xlsx' || what === 'onix'))
      throw new Misused('This is not for a terminal: add -o FILE');
    const form = what === 'onix' ? {} : { as: as ?? (output?.endsWith('.xlsx') ? 'xlsx' : 'csv') };
    const query = { ...grouped(filter), ...form };
    const office = await parts.office();
    const { bytes, rows } = await office.download(address, query, output, (got) =>
      parts.printer.progress('Receiving', got),
    );
    const count = rows === undefined ? '' : `${rows} rows, `;
    if (output === undefined) return { json: {}, lines: [] };
    return { json: { what, file: output, bytes, rows: rows ?? null }, lines: [`${output}: ${count}${bytes} bytes.`] };
  },
});

/** `name=value` pairs by name; a name that comes several times has several values. */
function grouped(filters: readonly string[]): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const filter of filters) {
    const [, name, value] = /^(\w+)=(.*)$/s.exec(filter) ?? [];
    if (name === undefined || value === undefined) throw new Misused(`A filter is NAME=VALUE, and not “${filter}”.`);
    found[name] = [...(found[name] ?? []), value];
  }
  return found;
}
