import { type MouseEvent, useContext } from 'react';
import { peek } from '#client/dialogs.ts';
import { peekOf } from '#client/peek.ts';
import { useT } from '../interface.tsx';
import { Icon } from '../icon.tsx';
import { IconButton } from '../kit/icon-button.tsx';
import { ActiveRow } from './active-row.ts';
import styles from './peek-button.module.css';

/** Shows the record of its row beside the list, for the pointer: keys have Space. */
export const PeekButton = ({ title }: { title: string }) =>
  useContext(ActiveRow) ? <ShownPeekButton title={title} /> : null;

function ShownPeekButton({ title }: { title: string }) {
  const t = useT();
  const show = ({ currentTarget }: MouseEvent) => {
    const link = currentTarget.closest('tr')?.querySelector<HTMLAnchorElement>('a[data-peek]');
    if (!link) return;
    link.focus();
    void peek(peekOf(link));
  };
  return (
    <IconButton
      className={styles.peek}
      tabIndex={-1}
      label={`${t('table.key_peek')}: ${title}`}
      tip={`${t('table.key_peek')} (Space)`}
      onClick={show}
    >
      <Icon name="peek" size={16} />
    </IconButton>
  );
}
