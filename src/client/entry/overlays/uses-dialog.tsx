import { Button, Group } from '@mantine/core';
import { useT } from '#ui/interface.tsx';
import type { Uses } from '../../dialogs.ts';
import { Dialog } from './dialog.tsx';
import styles from './undo-dialog.module.css';

/** Explains that a record cannot be deleted, and shows where it is used. */
export function UsesDialog({ uses: { title, count, first }, onClose }: { uses: Uses; onClose: () => void }) {
  const t = useT();
  return (
    <Dialog title={title} centered onClose={onClose}>
      <p>{t('confirm.in_use', { count })}</p>
      <ul className={styles.kept}>
        {first.map(({ label, kind, href }) => (
          <li key={`${href} ${label}`}>
            <small>{kind}</small> {href === null ? label : <a href={href}>{label}</a>}
          </li>
        ))}
        {count > first.length && <li>{t('common.and_more', { count: count - first.length })}</li>}
      </ul>
      <Group justify="end">
        <Button onClick={onClose} data-autofocus>
          {t('common.close')}
        </Button>
      </Group>
    </Dialog>
  );
}
