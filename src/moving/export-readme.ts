import type { ExportedTables } from '#kernel/work/exported-tables.ts';
import type { Manifest } from './export-manifest.ts';

/** What stands beside the data: how to read it without the office, and what is not in it. */
export function readmeOf(
  { made_at, release, tables, stored }: Manifest,
  { documents, without }: Pick<Required<ExportedTables>, 'documents' | 'without'>,
): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return `# An export of a reading library's office

Everything that the office held at ${made_at} (release ${release}): ${rows} rows of ${tables.length} tables and
${stored.files} files. All of it is in open formats, and nothing of the office is needed to read it. It has personal data of
learners and staff: keep it as you keep those.

| Path | What it is |
| --- | --- |
| \`tables/*.csv\` | Every table, in UTF-8 with a heading line; fields are separated by commas and quoted by \`"\` |
| \`datapackage.json\` | The type of each column, keys and references between tables, as a [Data Package](https://datapackage.org) |
${documents.map(({ file, about }) => `| \`${file}\` | ${about} |`).join('\n')}
| \`files/\` | The files themselves: EPUB, MP3, JPEG, WebP, PNG, ZIP, and sheets that were imported |
| \`files.csv\` | The path, size and SHA-256 of each of them, and the record that it belongs to |
| \`manifest.json\` | What there is; \`manifest.schema.json\` is its JSON Schema |
| \`SHA256SUMS\` | The checksum of every file but itself and the manifest: \`sha256sum -c SHA256SUMS\` |

In a CSV file \`\\N\` without quotes means that there is nothing, as distinct from an empty text. Times are in ISO 8601 and UTC, or
in seconds since 1970 where the column is an integer. Lists, and whatever has parts, are JSON. What changed is in
\`tables/audit.csv\`: the whole trail, with each act before and after.

\`npm run import -- DIR\` of the office, this release or a later one, reads it into an empty office: the numbers of books, codes
and all other records stay. docs/export-format.md tells more.

## What is not in it

Secrets, and what is of the moment. Accounts of staff come back disabled and without a password.

| What | Why |
| --- | --- |
${Object.entries(without)
  .toSorted(([a], [b]) => (a < b ? -1 : 1))
  .map(([what, why]) => `| \`${what}\` | ${why} |`)
  .join('\n')}
`;
}
