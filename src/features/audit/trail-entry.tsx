import { client } from '#client/api.ts';
import { askToUndo, confirm, openFragment, reloadWith } from '#client/dialogs.ts';
import { useAct } from '#ui/form/use-act.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Inline } from '#ui/kit/layout.tsx';
import { Text } from '#ui/kit/text.tsx';
import type { auditApi, TrailEntry } from './audit.contract.ts';
import type { AuditWords } from './audit.messages.ts';

const call = client<typeof auditApi>();

/** The subject of an entry: the kind and title of its record, or the records of an act. */
export function AuditRecord({ entry: { kind, title, href } }: { entry: TrailEntry }) {
  const linked = (text: string) => (href === null ? text : <a href={href}>{text}</a>);
  if (title === null) return linked(kind);
  return (
    <>
      {kind} {linked(title)}
    </>
  );
}

/** Who did what an entry tells: a person, a program or an assistant of theirs, or the product itself. */
export function AuditActor({ entry }: { entry: Pick<TrailEntry, 'actor' | 'assistant' | 'key_name'> }) {
  const t = useT<AuditWords>();
  const { actor, assistant, key_name: key } = entry;
  if (actor === null) return <i>{t('actor.system')}</i>;
  if (key !== null) return t('audit.with_key', { name: actor, key });
  return assistant === null ? actor : t('audit.assistant_of', { assistant, name: actor });
}

/** Who approved what the actor of an entry had planned. */
export function AuditApproved({ entry: { approved_by: name } }: { entry: Pick<TrailEntry, 'approved_by'> }) {
  const t = useT<AuditWords>();
  if (name === null) return null;
  return (
    <>
      {' '}
      <Text as="small" tone="soft">
        {t('audit.approved_by', { name })}
      </Text>
    </>
  );
}

/** Who undid the act of an entry, and when. */
export function AuditUndone({ undone }: Pick<TrailEntry, 'undone'>) {
  const t = useT<AuditWords>();
  const format = useFormat();
  if (!undone) return null;
  const values = { name: undone.actor ?? t('actor.system'), time: format.dateTime(undone.at) };
  return (
    <Text as="small" tone="warn">
      {t('audit.undone_by', values)}
    </Text>
  );
}

/** Names a record of an act, whose records may be of several kinds. */
export const recordOf = ({ entity, id }: Pick<TrailEntry, 'entity' | 'id'>): string => `${entity}/${id}`;

interface TrailEntryActsProps {
  entry: TrailEntry;
  /** The newest row shown of its record, if values can be restored. */
  newest?: number | undefined;
}

/** The actions on an entry: list the records of its act, undo the act, restore the previous values. */
export function TrailEntryActs({ entry, newest }: TrailEntryActsProps) {
  const t = useT<AuditWords>();
  const { act, has_records, part, alone, undoable, restorable } = entry;
  if (!has_records && !undoable && !restorable) return null;
  return (
    <Inline gap="2px 12px">
      {act !== null && has_records && (
        <Button variant="quiet" onClick={() => void openFragment(`/audit/act/${act}`)}>
          {t('audit.records')}
        </Button>
      )}
      {act !== null && undoable && (
        <Button variant="quiet" onClick={() => void askToUndo(act, alone ? { ids: [recordOf(entry)] } : { part })}>
          {t('undo.undo')}
        </Button>
      )}
      {restorable && newest !== undefined && <Restore entry={entry} newest={newest} />}
    </Inline>
  );
}

function Restore({ entry, newest }: { entry: TrailEntry; newest: number }) {
  const t = useT<AuditWords>();
  const act = useAct();
  const restore = async () => {
    const figures = entry.changes.map(({ field, before, words }) => {
      const value = words ? words.map((word) => (word.kind === 'new' ? '' : word.text)).join('') : before;
      return `${field}: ${value === null || value === '' ? t('common.none') : value}`;
    });
    if (!(await confirm({ title: t('audit.restore_title'), figures, agree: t('audit.restore') }))) return;
    const { results } = await call('PUT /api/v1/audit/of/:entity/:id/restore', {
      params: { entity: entry.entity, id: entry.id },
      body: { audit_idx: entry.audit_idx, newest },
    });
    reloadWith(t('audit.restore_done'), results.act_idx);
  };
  return (
    <Button variant="quiet" onClick={() => act(restore, t('audit.restore_failed'))}>
      {t('audit.restore')}
    </Button>
  );
}
