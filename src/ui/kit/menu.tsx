import { type ButtonHTMLAttributes, type KeyboardEvent, useId, useRef, useState } from 'react';
import { Icon, type IconName } from '../icon.tsx';
import { Button } from './button.tsx';
import styles from './menu.module.css';

interface MenuProps {
  label: string;
  icon: IconName;
  items: readonly MenuItem[];
  /** It ends a button, whose other ways it has: an icon without its word. */
  ends?: 'primary';
}

/** A button with its word that opens a menu below; drawn on the server, so that links in it work without script. */
export function Menu({ label, icon, items, ends }: MenuProps) {
  const id = useId();
  const menu = useRef<HTMLSpanElement>(null);
  return (
    <>
      <Button variant={ends ?? 'plain'} popoverTarget={id} aria-haspopup="menu" aria-label={ends && label}>
        <Icon name={icon} />
        {!ends && label}
      </Button>
      <span
        ref={menu}
        id={id}
        popover="auto"
        role="menu"
        tabIndex={-1}
        aria-label={label}
        className={styles.menu}
        data-below
        onKeyDown={moveInMenu}
        onToggle={({ currentTarget, newState }) => newState === 'open' && focusFirst(currentTarget)}
      >
        {items.map((item) => (
          <MenuChoice key={item.label} item={item} onChoose={() => menu.current?.hidePopover()} />
        ))}
      </span>
    </>
  );
}

interface RowMenuProps {
  label: string;
  icon?: IconName;
  /** More attributes of the button that opens it, such as those by which the keys of a list find it. */
  opens?: Pick<ButtonHTMLAttributes<HTMLButtonElement>, 'tabIndex'> & Record<`data-${string}`, string>;
  items: readonly MenuItem[];
}

/** What a menu offers: an act, or a file to download or a page to open. */
export type MenuItem = { label: string; note?: string; danger?: boolean } & (
  | { act: () => void; href?: never }
  | { href: string; download?: boolean }
);

const width = 220;

/** The further actions on a line of a list or in a bar; drawn when first opened. */
export function RowMenu({ label, icon = 'more', opens, items }: RowMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const open = (menu: HTMLDivElement | null) => {
    const at = opener.current?.getBoundingClientRect();
    if (!menu || !at || menu.matches(':popover-open')) return;
    menu.showPopover();
    menu.style.left = `${Math.max(8, at.right - width)}px`;
    const isBelow = at.bottom + menu.offsetHeight + 8 <= innerHeight;
    menu.style.top = `${isBelow ? at.bottom : Math.max(8, at.top - menu.offsetHeight)}px`;
    focusFirst(menu);
  };
  return (
    <>
      <Button
        variant="bare"
        ref={opener}
        className={styles.opener}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={label}
        onClick={() => setOpen(!isOpen)}
        {...opens}
      >
        <Icon name={icon} size={16} />
      </Button>
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
            <MenuChoice
              key={item.label}
              item={item}
              onChoose={() => {
                setOpen(false);
                opener.current?.focus();
              }}
            />
          ))}
        </div>
      )}
    </>
  );
}

function MenuChoice({ item, onChoose }: { item: MenuItem; onChoose: () => void }) {
  const { label, note, danger } = item;
  const shared = { role: 'menuitem', className: styles.item, tabIndex: -1, 'data-danger': danger };
  const text = (
    <>
      {label} {note !== undefined && <small>{note}</small>}
    </>
  );
  if (item.href !== undefined)
    return (
      <a {...shared} href={item.href} download={item.download} onClick={onChoose}>
        {text}
      </a>
    );
  const choose = () => {
    onChoose();
    item.act();
  };
  return (
    <Button variant="bare" {...shared} onClick={choose}>
      {text}
    </Button>
  );
}

const focusFirst = (menu: HTMLElement) => menu.querySelector<HTMLElement>('[role="menuitem"]')?.focus();

function moveInMenu(event: KeyboardEvent<HTMLElement>): void {
  event.stopPropagation();
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="menuitem"]')];
  const now = items.findIndex((item) => item === document.activeElement);
  const next = { ArrowDown: now + 1, ArrowUp: now - 1, Home: 0, End: -1 }[event.key];
  if (event.key === 'Tab') event.currentTarget.hidePopover();
  if (next === undefined) return;
  event.preventDefault();
  items.at(next % items.length)?.focus();
}
