import { useT } from '../interface.tsx';
import button from './button.module.css';

/** The button that deletes the record of a page. */
export function DeleteButton({ onClick }: { onClick: () => void }) {
  const t = useT();
  return (
    <button type="button" className={button.danger} data-destroys onClick={onClick}>
      {t('common.delete')}
    </button>
  );
}
