import { type ButtonHTMLAttributes, type KeyboardEvent, useRef, useState } from 'react';
import { Icon, type IconName } from '../icon.tsx';
import styles from './row-menu.module.css';

interface RowMenuProps {
  label: string;
  icon?: IconName;
  /** More attributes of the button that opens it, such as those by which the keys of a list find it. */
  opens?: Pick<ButtonHTMLAttributes<HTMLButtonElement>, 'tabIndex'> & Record<`data-${string}`, string>;
  items: readonly { label: string; note?: string; act: () => void; danger?: boolean }[];
}

const width = 220;

/** The further actions on a line of a list; drawn when first opened. */
export function RowMenu({ label, icon = 'more', opens, items }: RowMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const open = (menu: HTMLDivElement | null) => {
    const at = opener.current?.getBoundingClientRect();
    if (!menu || !at || menu.matches(':popover-open')) return;
    menu.showPopover();
    menu.style.left = `${Math.max(8, at.right - width)}px`;
    menu.style.top = `${Math.min(at.bottom, innerHeight - menu.offsetHeight - 8)}px`;
    menu.querySelector('button')?.focus();
  };
  return (
    <>
      <button
        ref={opener}
        type="button"
        className={styles.opener}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={label}
        onClick={() => setOpen(!isOpen)}
        {...opens}
      >
        <Icon name={icon} size={16} />
      </button>
      {isOpen && (
        <div
          ref={open}
          popover="auto"
          role="menu"
          tabIndex={-1}
          aria-label={label}
          className={styles.menu}
          style={{ width }}
          onKeyDown={moveInMenu}
          onToggle={({ newState }) => newState === 'closed' && setOpen(false)}
        >
          {items.map((item) => (
            <button
              key={item.label}
              type="button"
              role="menuitem"
              tabIndex={-1}
              data-danger={item.danger}
              onClick={() => {
                setOpen(false);
                opener.current?.focus();
                item.act();
              }}
            >
              {item.label}
              {item.note !== undefined && <small>{item.note}</small>}
            </button>
          ))}
        </div>
      )}
    </>
  );
}

function moveInMenu(event: KeyboardEvent<HTMLElement>): void {
  event.stopPropagation();
  const items = [...event.currentTarget.querySelectorAll('button')];
  const now = items.findIndex((item) => item === document.activeElement);
  const next = { ArrowDown: now + 1, ArrowUp: now - 1, Home: 0, End: -1 }[event.key];
  if (event.key === 'Tab') event.currentTarget.hidePopover();
  if (next === undefined) return;
  event.preventDefault();
  items.at(next % items.length)?.focus();
}
