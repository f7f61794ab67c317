import type { ExportedColumn, ExportedTable } from './exported-columns.ts';
import { nothing } from './table-csv.ts';

/** A table with its file. */
export interface PackagedTable extends ExportedTable {
  file: string;
  rows: number;
}

/** The columns of all tables as a Data Package (Table Schema), which programs of many languages read. */
export function dataPackage(tables: readonly PackagedTable[], madeAt: string): string {
  const exported = new Set(tables.map(({ name }) => name));
  const resources = tables.map((table) => ({
    name: resourceName(table.name),
    path: table.file,
    ...(table.about !== null && { description: table.about }),
    profile: 'tabular-data-resource',
    format: 'csv',
    mediatype: 'text/csv',
    encoding: 'utf-8',
    dialect: { delimiter: ',', lineTerminator: '\n', quoteChar: '"', doubleQuote: true, header: true },
    schema: {
      fields: table.columns.map(fieldOf),
      missingValues: [nothing],
      ...(table.key.length > 0 && { primaryKey: table.key }),
      foreignKeys: table.references
        .filter((reference) => exported.has(reference.table))
        .map(({ columns, table: to, keys }) => ({
          fields: columns,
          reference: { resource: resourceName(to), fields: keys },
        })),
    },
  }));
  const all = { profile: 'tabular-data-package', name: 'reading-library-office', created: madeAt, resources };
  return `${JSON.stringify(all, undefined, 1)}\n`;
}

// Names of resources are in small letters, with these signs.
const resourceName = (table: string) => table.replaceAll(/[^a-z0-9._-]/g, '-');

const types: Readonly<Record<string, object>> = {
  boolean: { type: 'boolean', trueValues: ['t'], falseValues: ['f'] },
  smallint: { type: 'integer' },
  integer: { type: 'integer' },
  bigint: { type: 'integer' },
  numeric: { type: 'number' },
  'double precision': { type: 'number' },
  date: { type: 'string', description: 'A day as YYYY-MM-DD; “infinity” means never' },
  'timestamp with time zone': { type: 'datetime', format: 'any', description: 'ISO 8601' },
  json: { type: 'any', description: 'JSON' },
  jsonb: { type: 'any', description: 'JSON' },
};

function fieldOf({ name, type, isArray, required }: ExportedColumn): object {
  const described = isArray ? { type: 'array', description: 'A list as JSON' } : (types[type] ?? { type: 'string' });
  return { name, ...described, ...(required && { constraints: { required } }) };
}
