import type { Belongings } from '#kernel/desk/belongings.ts';
import type { RecordDeclaration } from '#kernel/records/records.ts';
import { handoverBack } from './handover-undo.service.ts';
import { handoverEntity } from './handover.service.ts';

/** What was handed over, in the trail; it is named after whose it was. */
export const handoverRecord = (belongings: Belongings): RecordDeclaration => ({
  kind: handoverEntity,
  label: 'handover.kind',
  titles: { table: 'staff', key: 'staff_id', title: 'name', text: true },
  href: () => '/staff',
  undo: { made: handoverBack(belongings) },
  byPeople: true,
  actions: { made: 'handover.did_make' },
  fields: { to: 'handover.to', given: 'handover.given', ended: 'handover.ended' },
});
