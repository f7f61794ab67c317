import type { FaultKind, Faults } from '#kernel/desk/faults.ts';
import type { RecordDeclaration } from '#kernel/records/records.ts';
import type { Context } from '#kernel/work/context.ts';
import { undismiss } from './dismiss.service.ts';
import { dismissals, faultAct } from './fault.rules.ts';

/** What was done about a kind of fault, in the trail. Declared when the kinds are. */
export const faultActRecord = (faults: Faults): RecordDeclaration => {
  const own = faults.all.flatMap(({ act }) => act ?? []);
  const because = (ctx: Context) => ctx.text('fault.undone_reason');
  const changesOf = ({ fix, also = [] }: FaultKind) =>
    [fix, ...also.map((other) => other.fix)].flatMap((one) => one?.change ?? []);
  const fixes = faults.all.flatMap(({ fix }) => (fix?.act ? [{ ...fix.act, effects: [fix.change] as const }] : []));
  // What has no verb of its own is a change of books, and of what else can have the same fault.
  const others = faults.all.flatMap((kind) => (kind.fix && !kind.fix.act ? changesOf(kind) : []));
  return {
    kind: faultAct,
    label: 'fault.kind_act',
    actions: {
      updated: 'fault.did_fix',
      dismissed: 'fault.did_dismiss',
      reopened: 'fault.did_reopen',
      undone: 'fault.did_undo',
      ...Object.fromEntries([...own, ...fixes].map(({ verb, did }) => [verb, did])),
    },
    fields: { fault: 'fault.field_fault', count: 'fault.field_count', until: 'fault.field_until' },
    values: {
      fault: Object.fromEntries(faults.all.map(({ fault, name }) => [fault, name])),
      until: Object.fromEntries(dismissals.map((one) => [one, `fault.until_${one}`])),
    },
    undo: {
      updated: { effects: ['book', ...new Set(others.filter((one) => one !== 'book'))], because },
      ...Object.fromEntries(fixes.map(({ verb, effects }) => [verb, { effects, because }])),
      dismissed: { whole: undismiss, former: () => null },
      ...Object.fromEntries(own.map(({ verb, undo }) => [verb, undo])),
    },
  };
};
