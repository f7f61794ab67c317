import { type RefObject, useEffect } from 'react';
import { Icon, isIcon } from '#ui/icon.tsx';
import { useT } from '#ui/interface.tsx';
import { MenuBox, MenuOption } from '#ui/kit/menu.tsx';
import { Text } from '#ui/kit/text.tsx';
import type { CalendarWords } from './calendar.messages.ts';
import styles from './day-menu.module.css';

/** What a day can get: the label, the key for it, the icon and the form, which takes the day. */
interface DayAct {
  kind: string;
  label: string;
  key: string;
  icon: string;
  href: string;
}

/** Where the menu of a day is open. */
export interface OpenMenu {
  day: string;
  label: string;
  x: number;
  y: number;
}

interface DayMenuProps {
  ref: RefObject<HTMLDivElement | null>;
  opened: OpenMenu | null;
  acts: readonly DayAct[];
}

// Of the menu, so that it stays on the screen. Pixels.
const size = { width: 280, height: 230 };

/** The menu of a day: makes an entry there by click or by its key. The browser closes it and gives the focus back. */
export function DayMenu({ ref, opened, acts }: DayMenuProps) {
  const t = useT<CalendarWords>();
  useEffect(() => {
    if (!opened) return;
    ref.current?.showPopover();
    ref.current?.querySelector('a')?.focus();
  }, [ref, opened]);
  const pressed = (event: React.KeyboardEvent) => {
    const links = [...event.currentTarget.querySelectorAll('a')];
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const here = links.findIndex((link) => link === document.activeElement);
    const chosen =
      step === 0
        ? links[acts.findIndex(({ key }) => key.toLowerCase() === event.key.toLowerCase())]
        : links[(here + step + links.length) % links.length];
    if (!chosen || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    if (step === 0) chosen.click();
    else chosen.focus();
  };
  const left = Math.max(8, Math.min(opened?.x ?? 0, (globalThis.innerWidth ?? 0) - size.width));
  const top = Math.max(8, Math.min(opened?.y ?? 0, (globalThis.innerHeight ?? 0) - size.height));
  return (
    <MenuBox
      ref={ref}
      popover="auto"
      role="group"
      aria-label={opened ? t('calendar.on_day', { day: opened.label }) : t('calendar.create')}
      className={styles.menu}
      style={opened ? { left, top } : undefined}
      onKeyDown={pressed}
    >
      {opened && (
        <>
          <h2>{opened.label}</h2>
          {acts.map(({ kind, label, key, icon, href }) => (
            <MenuOption key={kind} href={`${href}?day=${opened.day}`} aria-keyshortcuts={key}>
              {isIcon(icon) && <Icon name={icon} />}
              <Text as="span" grow>
                {label}
              </Text>
              <kbd>{key}</kbd>
            </MenuOption>
          ))}
        </>
      )}
    </MenuBox>
  );
}
