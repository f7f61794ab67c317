import { type ButtonHTMLAttributes, type ComponentProps, type KeyboardEvent, useId, useRef, useState } from 'react';
import { Icon, type IconName } from '../icon.tsx';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import styles from './menu.module.css';

interface MenuProps {
  label: string;
  icon: IconName;
  items: readonly MenuItem[];
  /** An icon without its word: it ends a button, whose other ways it has, or stands among the acts of a page. */
  bare?: 'primary' | 'row';
}

/** A button with its word that opens a menu below; drawn on the server, so that links in it work without script. */
export function Menu({ label, icon, items, bare }: MenuProps) {
  const id = useId();
  const menu = useRef<HTMLSpanElement>(null);
  return (
    <>
      <Button
        variant={bare === 'primary' ? bare : bare ? 'bare' : 'plain'}
        className={bare === 'row' ? styles.opener : undefined}
        popoverTarget={id}
        aria-haspopup="menu"
        aria-label={bare && label}
      >
        <Icon name={icon} />
        {!bare && label}
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

/** What a menu offers: an act, or a file to download or a page to open; `act` opens that page over this one. */
export type MenuItem = { label: string; note?: string; danger?: boolean } & (
  | { act: () => void; href?: never }
  | { href: string; download?: boolean; act?: () => void }
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

/** The box of a menu whose place, keys and closing are its feature's own. */
export const MenuBox = ({ className, ...others }: ComponentProps<'div'>) => (
  <div {...others} className={classNames(styles.menu, className)} />
);

/** One of a {@link MenuBox}: a link, or without an address a button. */
export function MenuOption({ children, ...others }: ComponentProps<'a'> & ComponentProps<'button'>) {
  const shared = { ...others, className: styles.item };
  if (others.href === undefined)
    return (
      <Button variant="bare" {...shared}>
        {children}
      </Button>
    );
  return <a {...shared}>{children}</a>;
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
      <a
        {...shared}
        href={item.href}
        download={item.download}
        onClick={(event) => {
          onChoose();
          if (!item.act || event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          item.act();
        }}
      >
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
