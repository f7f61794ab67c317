import { useId, useState } from 'react';
import { client } from '#client/api.ts';
import type { savedViewApi } from '#kernel/mount/saved-views.routes.ts';
import { useAct } from '../form/use-act.ts';
import { Icon } from '../icon.tsx';
import { useT } from '../interface.tsx';
import { Checkbox } from '../kit/choice.tsx';
import { IconButton } from '../kit/icon-button.tsx';
import styles from './view-tabs.module.css';

const call = client<typeof savedViewApi>();

interface Colleague {
  staff_id: string;
  name: string;
  shared: boolean;
}

/** Shares a view with colleagues, each chosen by name. */
export function ViewShare({ viewIdx, name }: { viewIdx: number; name: string }) {
  const t = useT();
  const act = useAct();
  const id = useId();
  const [colleagues, setColleagues] = useState<Colleague[] | null>(null);
  const params = { view_idx: viewIdx };
  const load = async () => setColleagues((await call('GET /api/v1/view/:view_idx/reader', { params })).results);
  const share = ({ staff_id, shared }: Colleague) =>
    act(async () => {
      // Ticked at once; if it is refused, as it was.
      setColleagues(
        (all) => all?.map((one) => (one.staff_id === staff_id ? { ...one, shared: !shared } : one)) ?? null,
      );
      const done = shared
        ? call('DELETE /api/v1/view/:view_idx/reader', { params, query: { staff_id } })
        : call('POST /api/v1/view/:view_idx/reader', { params, body: { staff_id } });
      await done.finally(load);
    }, t('table.view_share_failed'));
  const label = t('table.view_share', { name });
  return (
    <>
      <IconButton popoverTarget={id} label={label}>
        <Icon name="people" size={14} />
      </IconButton>
      <div
        id={id}
        popover="auto"
        role="group"
        aria-label={label}
        className={styles.share}
        onToggle={({ newState }) => newState === 'open' && act(load, t('table.view_share_failed'))}
      >
        <strong>{t('table.view_share_with')}</strong>
        {colleagues?.length === 0 && <p>{t('table.view_share_none')}</p>}
        {colleagues?.map((one) => (
          <Checkbox
            key={one.staff_id}
            label={
              <>
                {one.name} {one.name !== one.staff_id && <small>{one.staff_id}</small>}
              </>
            }
            checked={one.shared}
            onChange={() => share(one)}
          />
        ))}
      </div>
    </>
  );
}
