import { domainToASCII } from 'node:url';
import MailComposer from 'nodemailer/lib/mail-composer';
import type { MailConfig } from '#kernel/config/config.ts';
import type { RecipientWords } from '#kernel/desk/mails.ts';
import { escapeHtml } from '#kernel/http/page-markup.ts';
import { languageTag } from '#kernel/messages/locale.ts';
import type { MailWords } from '../mail.messages.ts';
import type { ClaimedMail } from './mail-claim.store.ts';
import type { Letter } from './smtp.service.ts';

/** A file as it is attached. */
export interface MadeFile {
  type: string;
  bytes: Buffer;
}

/** A mail to write: `path` is where its link leads, if it has one. */
export interface Draft extends Pick<ClaimedMail, 'mailIdx' | 'address' | 'subject' | 'content' | 'messageId'> {
  path: string | undefined;
  /** The address of the office; without a trailing slash. */
  officeUrl: string;
  at: Date;
  /** Attached, if the mail has a file. */
  file?: MadeFile | undefined;
}

/** What a mail says as text and as HTML, in the language of its recipient. */
export function mailTexts(
  words: RecipientWords,
  { subject, content, path, officeUrl }: Omit<Draft, 'at' | 'file' | 'messageId' | 'mailIdx' | 'address'>,
) {
  const t = words.translate<MailWords>();
  const link = content.link && path !== undefined ? { label: content.link.label, url: `${officeUrl}${path}` } : null;
  const foot = t(content.file ? 'mail.foot_sent' : 'mail.foot', {
    product: words.text('common.product'),
    url: officeUrl,
  });
  const text = [...content.lines, ...(link ? [`${link.label}:\n${link.url}`] : []), `-- \n${foot}`].join('\n\n');
  const page = {
    lang: languageTag(words.locale),
    product: words.text('common.product'),
    subject,
    lines: content.lines,
    link,
    foot,
  };
  return { text: `${text}\n`, html: mailHtml(page) };
}

/** A mail as it goes to the server: plain text beside HTML, and headers that programs know not to answer. */
export async function letterOf(config: MailConfig, words: RecipientWords, draft: Draft): Promise<Letter> {
  const { address, subject, content, messageId, at, file } = draft;
  const to = asciiAddress(address);
  const host = asciiAddress(config.from.address).split('@')[1] ?? 'localhost';
  const composer = new MailComposer({
    from: config.from.name === '' ? config.from.address : { name: config.from.name, address: config.from.address },
    to: { name: '', address: to },
    subject,
    date: at,
    messageId: `<${messageId}@${host}>`,
    headers: {
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      'Content-Language': languageTag(words.locale),
    },
    ...mailTexts(words, draft),
    attachments:
      file && content.file ? [{ filename: content.file.name, content: file.bytes, contentType: file.type }] : [],
    // Nothing in a mail is read from a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return { from: asciiAddress(config.from.address), to, raw: await composer.compile().build() };
}

/** An address whose host is written as the name service has it. */
function asciiAddress(address: string): string {
  const [local = '', domain = ''] = address.split('@');
  return `${local}@${domainToASCII(domain) || domain}`;
}

/** What a mail shows. */
interface MailPage {
  lang: string;
  product: string;
  subject: string;
  lines: readonly string[];
  link: { label: string; url: string } | null;
  foot: string;
}

const font = "font-family:-apple-system,'Segoe UI',Roboto,'Noto Sans','Noto Sans KR','Noto Sans JP',sans-serif";

/** A mail as HTML. Programs for mail know no style sheets, so each part has its own style; nothing is loaded from anywhere. */
const mailHtml = ({ lang, product, subject, lines, link, foot }: MailPage): string => `<!doctype html>
<html lang="${lang}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px 12px;background:#f7f5f1;color:#1d1b18;${font};font-size:15px;line-height:1.5">
<table role="presentation" width="100%" style="max-width:560px;margin:0 auto;border-collapse:collapse"><tr>
<td style="padding:24px;background:#ffffff;border:1px solid #e4e0d8;border-radius:10px;color:#1d1b18">
<p style="margin:0 0 16px;font-weight:600;color:#1b6b52">${escapeHtml(product)}</p>
<h1 style="margin:0 0 12px;font-size:18px;line-height:1.35">${escapeHtml(subject)}</h1>
${lines.map((line) => `<p style="margin:0 0 12px;overflow-wrap:anywhere">${escapeHtml(line).replaceAll('\n', '<br>')}</p>`).join('\n')}
${link ? linkOf(link) : ''}
</td></tr><tr><td style="padding:14px 24px;color:#6b665e;font-size:12.5px;overflow-wrap:anywhere">${escapeHtml(foot)}</td></tr></table>
</body>
</html>
`;

const linkOf = ({ label, url }: { label: string; url: string }) =>
  `<p style="margin:16px 0 4px"><a href="${escapeHtml(url)}" style="display:inline-block;padding:10px 16px;border-radius:8px;background:#1b6b52;color:#ffffff;text-decoration:none;font-weight:600">${escapeHtml(label)}</a></p>`;
