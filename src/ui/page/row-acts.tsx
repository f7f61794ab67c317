import { openFragment } from '#client/dialogs.ts';
import { useAct } from '../form/use-act.ts';
import { useT } from '../interface.tsx';
import { Button } from '../kit/button.tsx';

interface RowActsProps {
  /** The record in the row. */
  entity: string;
  id: number;
  title: string;
  edit: { label: string; onClick: () => void /** For the keys of the list. */; mark?: string };
  remove: { onClick: () => Promise<void> /** Says what failed. */; problem: string };
}

/** What can be done with the record of a row: change it, see its history, delete it. */
export function RowActs({ entity, id, title, edit, remove }: RowActsProps) {
  const t = useT();
  const act = useAct();
  const acts = [
    { label: edit.label, danger: false, onClick: edit.onClick, mark: edit.mark },
    {
      label: t('common.history'),
      danger: false,
      onClick: () => void openFragment(`/audit/of/${entity}/${id}`),
      mark: undefined,
    },
    {
      label: t('CMN-07'),
      danger: true,
      onClick: () => act(remove.onClick, remove.problem),
      mark: undefined,
    },
  ];
  return acts.map(({ label, danger, onClick, mark }) => (
    <Button
      key={label}
      variant="quiet"
      danger={danger}
      data-edit={mark}
      onClick={onClick}
      aria-label={`${label}: ${title}`}
    >
      {label}
    </Button>
  ));
}
