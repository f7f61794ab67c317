import { escapeHtml } from '#kernel/http/page-markup.ts';
import { languageTag } from '#kernel/messages/locale.ts';
import { timeText } from '#kernel/messages/time-text.ts';
import { personalNames } from '#kernel/records/personal-names.rules.ts';
import type { PersonalData } from '#kernel/records/personal-rows.ts';
import type { Context } from '#kernel/work/context.ts';
import type { LearnerHistory } from '../learner.contract.ts';
import type { LearnerWords } from '../learner.messages.ts';

interface Stored {
  learner: string;
  history: readonly LearnerHistory[];
  data: PersonalData;
}

const style = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; overflow-wrap: anywhere; }
  h2 { margin-top: 2.5rem; border-bottom: 1px solid; }
  article { margin: 1rem 0; padding-left: 1rem; border-left: 3px solid #8888; }
  dl { display: grid; grid-template-columns: minmax(6rem, max-content) 1fr; gap: 0 1rem; margin: 0; }
  dt { opacity: .75; }
  dd { margin: 0; white-space: pre-wrap; }`;

/** What is stored about a learner as a page that needs nothing else, in the language of the caller. */
export function dataPage(ctx: Context, { learner, history, data }: Stored): string {
  const t = ctx.translate<LearnerWords>();
  const heading = t('learner.data_of', { learner });
  const parts = personalNames.flatMap((name) => {
    const rows = data[name] ?? [];
    return rows.length === 0 ? [] : [section(`${t(`learner.holds_${name}`)} (${rows.length})`, articles(ctx, rows))];
  });
  const items = history.map(
    ({ at, action, about, code }) =>
      `<li>${escapeHtml(`${timeText(ctx, at)}: ${[action, about, code].filter(Boolean).join(' ')}`)}</li>`,
  );
  return `<!doctype html>
<html lang="${languageTag(ctx.locale)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(heading)}</title><style>${style}</style></head>
<body>
<h1>${escapeHtml(heading)}</h1>
<p>${escapeHtml(t('learner.data_at', { time: timeText(ctx, ctx.now.getTime() / 1000) }))}</p>
${section(t('learner.history'), items.length > 0 ? `<ul>${items.join('\n')}</ul>` : '—')}
${parts.join('\n')}
</body>
</html>
`;
}

const section = (title: string, body: string): string => `<section><h2>${escapeHtml(title)}</h2>\n${body}</section>`;

// Fields that have a name of their own in every language; the others are told as they are stored.
const labels = new Map<string, keyof LearnerWords>([
  ['at', 'learner.data_time'],
  ['action', 'learner.data_action'],
  ['before', 'learner.data_before'],
  ['after', 'learner.data_after'],
  ['reason', 'learner.data_memo'],
  ['memo', 'learner.data_memo'],
  ['text', 'learner.data_text'],
  ['learner_id', 'learner.data_id'],
  ['collection', 'learner.collection'],
  ['code', 'learner.data_code'],
  ['event', 'learner.event'],
  ['customer', 'learner.data_customer'],
  ['registered_at', 'learner.data_registered'],
  ['expires_at', 'learner.until'],
  ['status', 'learner.status'],
]);

function articles(ctx: Context, rows: readonly object[]): string {
  const label = (field: string) => ctx.text(labels.get(field) ?? field);
  return rows
    .map((row) => {
      const pairs = Object.entries(row as Readonly<Record<string, unknown>>)
        .filter(([, value]) => value !== null && value !== '')
        .map(([field, value]) => `<dt>${escapeHtml(label(field))}</dt><dd>${escapeHtml(written(ctx, value))}</dd>`);
      return `<article><dl>${pairs.join('')}</dl></article>`;
    })
    .join('\n');
}

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;

function written(ctx: Context, value: unknown): string {
  if (typeof value === 'string') return moment.test(value) ? timeText(ctx, Date.parse(value) / 1000) : value;
  return JSON.stringify(value, null, 1);
}
