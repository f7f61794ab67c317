import type { RecordDeclaration } from '#kernel/records/records.ts';
import { mailEntity, mailHref } from './mail.rules.ts';

export const mailRecord: RecordDeclaration = {
  kind: mailEntity,
  label: 'mail.kind',
  href: mailHref,
  titles: { table: 'mail', key: 'mail_idx', title: 'subject' },
  actions: { sent_again: 'mail.did_send_again' },
  fields: { to: 'mail.field_to' },
};
