import { labelsOf, namesOf, restoredValues } from '#kernel/records/record-fields.rules.ts';
import type { RecordDeclaration } from '#kernel/records/records.ts';
import { termEntity, termHome, termHref } from './term.rules.ts';
import { changeTerm, termExistence } from './term.service.ts';
import { termFields } from './term-fields.rules.ts';
import { findTermsByText } from './term-list.read.ts';

export const termRecord: RecordDeclaration = {
  kind: termEntity,
  label: 'term.kind',
  href: termHref,
  titles: { table: 'term', key: 'term_idx', title: 'term' },
  find: { icon: 'language', by: findTermsByText },
  acts: [{ key: 'term.create', icon: 'add', href: `${termHome}/create` }],
  existence: termExistence,
  restore: {
    fields: namesOf(termFields),
    write: (ctx, id, values) => changeTerm(ctx, Number(id), restoredValues(termFields, values)),
  },
  fields: labelsOf(termFields),
};
