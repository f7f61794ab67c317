import { client } from '#client/api.ts';
import { askToDelete } from '#client/ask-to-delete.ts';
import { confirm, leaveWith, reloadWith } from '#client/dialogs.ts';
import { useAct } from '#ui/form/use-act.ts';
import { useT } from '#ui/interface.tsx';
import button from '#ui/page/button.module.css';
import type { eventApi } from '../event.contract.ts';
import type { EventWords } from '../event.messages.ts';
import type { EventHead } from './event-head.read.ts';

const call = client<typeof eventApi>();

/** The actions for an event as a whole. */
export function EventActs({ event }: { event: EventHead }) {
  const t = useT<EventWords>();
  const act = useAct();
  const { event_idx, name, paused, version } = event;
  const params = { event_idx };
  const pause = async () => {
    const question = {
      title: t(paused ? 'event.resume_title' : 'event.pause_title'),
      body: t(paused ? 'event.resume_body' : 'event.pause_body'),
      agree: t(paused ? 'event.resume' : 'event.pause'),
    };
    if (!(await confirm(question))) return;
    const body = { paused: !paused, version };
    const { results } = await call('PUT /api/v1/event/:event_idx/pause', { params, body });
    reloadWith(t(paused ? 'event.resumed' : 'event.paused'), results.act_idx);
  };
  const remove = async () => {
    const question = { title: `${t('common.delete')}: ${name}`, body: t('CMN-18'), agree: t('common.delete') };
    const deleted = await askToDelete({ of: 'event', id: event_idx, ...question }, () =>
      call('DELETE /api/v1/event/:event_idx', { params }),
    );
    if (deleted) leaveWith(t('event.deleted'), '/event');
  };
  return (
    <>
      <button type="button" className={button.danger} onClick={() => act(remove, t('event.delete_failed'))}>
        {t('common.delete')}
      </button>
      <button type="button" className={button.button} onClick={() => act(pause, t('event.pause_failed'))}>
        {t(paused ? 'event.resume' : 'event.pause')}
      </button>
      <a className={button.primary} href={`/event/update/${event_idx}`}>
        {t('common.edit')}
      </a>
    </>
  );
}
