import { globSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { commonMessages } from '#kernel/messages/common.messages.ts';
import { features } from '#src/features.ts';

const root = path.resolve(import.meta.dirname, '..');

export const errorsPageFile = path.join(root, 'docs/errors.md');

const head = `<!-- handbook Optional: Every message of an error, its key, and when it is shown. -->

# Messages and their causes

Every error that staff or API callers can see, and the labels from section 8 of the specification. Every message exists in
five languages; this page shows the English. It is written from the \`causes\` beside the messages by \`npm run generate\`.
Errors have the form \`{"error": {"code", "message", "fields"}}\`; the code is the key.
`;

/** The English text of every message, by key. */
export const english: Readonly<Record<string, string>> = Object.assign(
  {},
  commonMessages.catalogues.en,
  ...features.map((feature) => feature.messages?.catalogues.en),
);

/** When each message is shown, by key: the `causes` beside the messages. */
export async function findCauses(): Promise<Map<string, string>> {
  const files = globSync(['src/**/*.messages.ts', 'src/**/causes.ts'], { cwd: root }).toSorted();
  const modules: Record<string, unknown>[] = await Promise.all(
    files.map((file) => import(pathToFileURL(path.join(root, file)).href)),
  );
  const found = modules.flatMap((module) =>
    Object.entries(module).flatMap(([name, value]) =>
      Object.entries(name === 'causes' ? (value ?? {}) : causesIn(value)),
    ),
  );
  return new Map(found);
}

const causesIn = (value: unknown): object =>
  typeof value === 'object' && value !== null && 'causes' in value ? (value.causes as object) : {};

/** The page as `docs/errors.md` should contain it: a table for each feature, in the order of its messages. */
export async function errorsPage(): Promise<string> {
  const causes = await findCauses();
  const sections = [{ name: 'common', messages: commonMessages }, ...features].map(({ name, messages }) => {
    const rows = Object.entries(messages?.catalogues.en ?? {})
      .filter(([key]) => causes.has(key))
      .map(([key, text]) => `| ${text.replaceAll('|', '\\|')} | \`${key}\` | ${causes.get(key)} |`);
    return rows.length === 0
      ? ''
      : `\n## ${name}\n\n| Message | Key | Shown when |\n| --- | --- | --- |\n${rows.join('\n')}\n`;
  });
  return head + sections.join('');
}
