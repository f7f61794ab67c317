import { openFragment, reloadWith } from '#client/dialogs.ts';
import { useAct } from '#ui/form/use-act.ts';
import { useT } from '#ui/interface.tsx';
import button from '#ui/page/button.module.css';
import { listUrl } from '#ui/table/list-url.ts';
import type { Worked } from '#ui/table/use-bulk-work.ts';
import type { ListSelection } from '#ui/table/use-list-selection.ts';
import { type ChangedField, changedFields } from '../change/change.rules.ts';
import type { CodeWords } from '../code.messages.ts';
import type { CodeFilter } from '../find/code-filter.contract.ts';

/** The actions for the selected codes: each change has a dialog that shows the effect first. */
export function SelectedCodeActs({ selection, filter }: { selection: ListSelection; filter: CodeFilter }) {
  const t = useT<CodeWords>();
  const act = useAct();
  const open = async (field: ChangedField) => {
    const did = (await openFragment(listUrl(`/code/change/${field}`, filter))) as Worked | undefined;
    if (!did) return;
    // Picked codes stay picked for the next change; whether others match the filter now, nobody has checked.
    if (selection.all) selection.clear();
    reloadWith(t('code.changed_done', { count: did.changed }), did.act_idx);
  };
  return changedFields.map((field) => (
    <button key={field} type="button" className={button.button} onClick={() => act(() => open(field))}>
      {t(`code.change_${field}`)}…
    </button>
  ));
}
