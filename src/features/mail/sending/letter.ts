import { domainToASCII } from 'node:url';
import MailComposer from 'nodemailer/lib/mail-composer';
import type { MailConfig } from '#kernel/config/config.ts';
import type { RecipientWords } from '#kernel/desk/mails.ts';
import { languageTag } from '#kernel/messages/locale.ts';
import type { MailWords } from '../mail.messages.ts';
import type { ClaimedMail } from './claim.store.ts';
import { mailHtml } from './mail-html.ts';
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
