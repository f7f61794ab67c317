import { z } from 'zod';
import { reportFiles } from '#features/report/report-file.public.ts';
import { statementFile } from '#features/statement/statement-file.public.ts';
import type { AttachedFile, MailKind, Mails } from '#kernel/desk/mails.ts';
import { blocksOf, mediaTypeOf } from '#kernel/http/export.ts';
import { AppError } from '#kernel/messages/errors.ts';
import { languageTag, type Locale } from '#kernel/messages/locale.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import type { Period } from '#kernel/text/period.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import type { MailingWords } from './mailing.messages.ts';
import { mailingFormats, mailingSources, periodOf, readAddresses, reportPages } from './mailing.rules.ts';
import type { DueMailing } from './mailing.store.ts';

/** What a file is made from, as the outbox stores it. */
const MailedFile = z.object({
  /** What it was made by; mails of releases before have none. */
  mailing_idx: z.int().default(0),
  source: z.enum(mailingSources),
  cust_idx: z.int().nullable(),
  format: z.enum(mailingFormats),
  since: z.string(),
  until: z.string(),
  filter: z.string().default(''),
});
type MailedFile = z.output<typeof MailedFile>;

const described = { kind: 'report', label: 'mailing.mail_kind' } as const;

/** Mails with a report or a statement attached. */
export const mailingKind = ({ records }: Pick<Kernel, 'records'>): MailKind => ({
  ...described,
  attach: (ctx, of) => makeFile(ctx, records, MailedFile.parse(of)),
});

/** By what a mail was made, from what the outbox stores of its file; 0 if it does not say. */
export const mailingOf = (of: unknown): number => MailedFile.parse(of).mailing_idx;

async function makeFile(
  ctx: Context,
  records: Kernel['records'],
  { source, cust_idx, format, since, until, filter }: MailedFile,
): Promise<AttachedFile> {
  const type = mediaTypeOf(format);
  if (source === 'statement') {
    const of = { cust_idx: cust_idx ?? 0, month: until.slice(0, 7), as: format === 'pdf' ? format : 'csv' } as const;
    return { type, blocks: await statementFile(ctx, records, of) };
  }
  if (format === 'pdf') throw new AppError(422, 'mailing.format_rule');
  const sheet = await reportFiles[source](ctx, { since, until }, Object.fromEntries(new URLSearchParams(filter)));
  return { type, blocks: blocksOf({ title: source, as: format, ...sheet }) };
}

/** Leaves a mail for each address of a mailing; returns for how many. */
export async function mailFile(mails: Mails, ctx: Context, due: DueMailing): Promise<number> {
  const { mailing_idx, name, source, cust_idx, cust_id, customer, format, rhythm, day_due, locale, filter } = due;
  const period = periodOf(rhythm, day_due);
  const addresses = readAddresses(due.addresses);
  const subject = [source.replace('_', '-'), cust_id, source === 'statement' ? period.until.slice(0, 7) : period.until];
  const file = {
    name: `${subject.filter(Boolean).join('-')}.${format}`,
    of: { mailing_idx, source, cust_idx, format, filter, ...period } satisfies MailedFile,
  };
  await mails.send(ctx, {
    kind: described,
    to: addresses.map((address) => ({ address, locale })),
    write: (words) => {
      const t = words.translate<MailingWords>();
      const values = { name, period: periodText(words.locale, rhythm, period) };
      if (source === 'statement')
        return {
          subject: t('mailing.subject', values),
          lines: [t('mailing.statement_line', { ...values, name: customer ?? '' })],
          file,
        };
      const query = new URLSearchParams(filter);
      if (source !== 'all_books') for (const side of ['since', 'until'] as const) query.append(side, period[side]);
      const path = query.size === 0 ? reportPages[source] : `${reportPages[source]}?${query}`;
      const line = source === 'all_books' ? t('mailing.books_line') : t('mailing.report_line', values);
      return { subject: t('mailing.subject', values), lines: [line], file, link: { label: t('mailing.open'), path } };
    },
  });
  return addresses.length;
}

/** 'Nov 16 – 22, 2026' or 'October 2026'. */
function periodText(locale: Locale, rhythm: DueMailing['rhythm'], { since, until }: Period): string {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(languageTag(locale), { ...options, timeZone: 'UTC' });
  return rhythm === 'month'
    ? format({ month: 'long', year: 'numeric' }).format(new Date(since))
    : format({ dateStyle: 'medium' }).formatRange(new Date(since), new Date(until));
}
