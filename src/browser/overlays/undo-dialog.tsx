import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { useReturnedFocus } from '#ui/form/use-returned-focus.ts';
import { useFormat, useInterface, useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Dialog } from '#ui/kit/dialog.tsx';
import { Input } from '#ui/kit/input.tsx';
import { Acts } from '#ui/kit/layout.tsx';
import { Note } from '#ui/kit/note.tsx';
import { Spinner } from '#ui/kit/spinner.tsx';
import { useBulkWork } from '#ui/page/use-bulk-work.ts';
import { WorkProgress } from '#ui/table/work-progress.tsx';
import { type ActToUndo, notify, reloadWith } from '../../client/dialogs.ts';
import { LostIn } from './lost-in.tsx';
import { phrase } from './phrase-dialog.tsx';
import { type ActState, goOn, readAct, undo as undoAct } from './undo-act.ts';
import styles from './undo-dialog.module.css';

interface UndoDialogProps {
  of: ActToUndo;
  onAnswer: (agreed: boolean) => Promise<void>;
}

/** Shows what undoing an act would change and what it would keep, then undoes it. */
export function UndoDialog({ of: { act, ids, part }, onAnswer }: UndoDialogProps) {
  const t = useT();
  const { text } = useInterface();
  const [state, setState] = useState<ActState | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  useReturnedFocus(busy);
  const [typed, setTyped] = useState('');
  const work = useBulkWork();
  const isClosed = useRef(false);
  const close = () => {
    isClosed.current = true;
    void onAnswer(false);
  };
  useEffect(() => {
    readAct(act, ids).then(setState, (error: Error) => setFailed(error.message));
  }, [act]);
  const undo = state?.undo;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!state || !undo) return;
    if (undo.live > 0 && typed !== phrase) {
      void notify({ message: t('confirm.phrase_wrong', { phrase }), tone: 'problem' });
      void onAnswer(false);
      return;
    }
    setBusy(true);
    setFailed(null);
    undoAct(state, text, { run: work.run, ids }).then(
      async (message) => {
        // A user who has closed the dialog and gone on working is notified and stays on the page.
        if (isClosed.current) return notify({ message });
        await onAnswer(true);
        // Whoever undoes some of many goes on with the others.
        if (ids) reloadWith(message);
        else goOn(state, message);
      },
      (error: Error) => {
        if (isClosed.current) return notify({ message: error.message, tone: 'problem' });
        setBusy(false);
        setFailed(error.message);
      },
    );
  };
  return (
    <Dialog title={t('undo.title')} onClose={close}>
      <form onSubmit={submit}>
        {failed !== null && (
          <Note tone="problem" title={t('undo.failed')}>
            {failed}
          </Note>
        )}
        {!state && failed === null && <Spinner label={t('common.loading')} />}
        {state && !undo && <Refused of={state} />}
        {undo && part && undo.back > 1 && <p>{t('undo.whole')}</p>}
        {undo && <Foreseen of={undo} />}
        {undo && undo.live > 0 && undo.back > 0 && (
          <Input
            label={t('confirm.phrase_label', { phrase: `“${phrase}”` })}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            autoComplete="off"
            spellCheck={false}
          />
        )}
        {work.running && <WorkProgress of={work} />}
        <Acts>
          <Button onClick={close} data-autofocus>
            {t(work.running ? 'common.close' : 'common.cancel')}
          </Button>
          {undo && undo.back > 0 && (
            <Button variant="primary" type="submit" busy={busy}>
              {t('undo.undo')}
            </Button>
          )}
        </Acts>
      </form>
    </Dialog>
  );
}

/** Why nothing is offered: somebody was first, or the act has no undo. */
function Refused({ of: { undone } }: { of: ActState }) {
  const t = useT();
  const format = useFormat();
  if (!undone) return <p>{t('undo.impossible')}</p>;
  return <p>{t('undo.already', { name: undone.actor ?? t('actor.system'), time: format.dateTime(undone.at) })}</p>;
}

function Foreseen({ of: { back, effects, lost_in, kept, live, first } }: { of: NonNullable<ActState['undo']> }) {
  const t = useT();
  const format = useFormat();
  const done = effects.length > 0 ? effects : [t('undo.back', { count: back })];
  return (
    <>
      {back === 0 ? <p>{t('undo.nothing')}</p> : done.map((effect) => <p key={effect}>{effect}</p>)}
      <LostIn of={lost_in} />
      {live > 0 && back > 0 && <p>{t('undo.live', { count: live })}</p>}
      {kept > 0 && (
        <>
          <p>{t('undo.kept', { count: kept })}</p>
          <ul className={styles.kept}>
            {first.map(({ title, href, reason, by, at }) => (
              <li key={`${href} ${title}`}>
                {href === null ? title : <a href={href}>{title}</a>}{' '}
                <small>
                  {reason}
                  {by !== null && at !== null && ` · ${by}, ${format.dateTime(at)}`}
                </small>
              </li>
            ))}
            {kept > first.length && <li>{t('common.and_more', { count: kept - first.length })}</li>}
          </ul>
        </>
      )}
    </>
  );
}
