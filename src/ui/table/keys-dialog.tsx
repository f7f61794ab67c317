import { useEffect, useId, useRef } from 'react';
import { useT } from '../interface.tsx';
import button from '../page/button.module.css';
import styles from './keys-dialog.module.css';

interface KeysDialogProps {
  /** Rows can be selected, and edited in place. */
  selects: boolean;
  edits: boolean;
  onClose: () => void;
}

/** Lists the keyboard shortcuts of a list. */
export default function KeysDialog({ selects, edits, onClose }: KeysDialogProps) {
  const t = useT();
  const id = useId();
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => ref.current?.showModal(), []);
  const keys = [
    ['J', t('table.key_next')],
    ['K', t('table.key_previous')],
    ['Enter', t('table.key_open')],
    ...(selects ? [['X', t('table.key_select')]] : []),
    ...(edits ? [['E', t('table.key_edit')]] : []),
    ['/', t('table.key_search')],
    ['?', t('table.keys')],
  ];
  return (
    <dialog ref={ref} className={styles.dialog} aria-labelledby={id} onClose={onClose}>
      <h2 id={id}>{t('table.keys')}</h2>
      <dl className={styles.keys}>
        {keys.map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <form method="dialog">
        <button type="submit" className={button.button}>
          {t('common.close')}
        </button>
      </form>
    </dialog>
  );
}
