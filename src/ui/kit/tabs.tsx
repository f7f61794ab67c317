import { type ComponentProps, type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import styles from './tabs.module.css';

/** The parts of a record or a list, each at its own address. */
export const TabLinks = ({ label, className, ...others }: { label: string } & ComponentProps<'nav'>) => (
  <nav {...others} aria-label={label} className={classNames(styles['tabs'], className)} />
);

interface TabLinkProps extends ComponentProps<'a'> {
  isCurrent: boolean;
  /** Beside its name: how many entries it has, or whose it is. */
  note?: ReactNode;
}

/** One of {@link TabLinks}. */
export const TabLink = ({ isCurrent, note, children, ...others }: TabLinkProps) => (
  <a {...others} className={styles['tab']} aria-current={isCurrent ? 'page' : undefined}>
    {children} {note !== undefined && note !== null && <small>{note}</small>}
  </a>
);

interface TabsProps<T extends string> {
  /** What is chosen, for those who have the page read aloud. */
  label: string;
  tabs: readonly { value: T; label: ReactNode; panel: ReactNode }[];
  value: T;
  onChoose: (value: T) => void;
}

const steps: Record<string, (now: number, last: number) => number> = {
  ArrowRight: (now, last) => (now === last ? 0 : now + 1),
  ArrowLeft: (now, last) => (now === 0 ? last : now - 1),
  Home: () => 0,
  End: (_now, last) => last,
};

/** Parts of a form of which one is seen; the others stay as they are. Arrows, Home and End go from tab to tab. */
export function Tabs<T extends string>({ label, tabs, value, onChoose }: TabsProps<T>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const press = (event: KeyboardEvent) => {
    const now = tabs.findIndex((tab) => tab.value === value);
    const to = steps[event.key]?.(now, tabs.length - 1);
    const next = to === undefined ? undefined : tabs[to];
    if (!next) return;
    event.preventDefault();
    onChoose(next.value);
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[to ?? 0]?.focus();
  };
  return (
    <>
      <div ref={list} className={styles['tabs']} role="tablist" aria-label={label}>
        {tabs.map((tab) => (
          <Button
            variant="bare"
            key={tab.value}
            className={styles['tab']}
            role="tab"
            id={`${id}-${tab.value}`}
            aria-selected={tab.value === value}
            aria-controls={`${id}-${tab.value}-panel`}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => onChoose(tab.value)}
            onKeyDown={press}
          >
            {tab.label}
          </Button>
        ))}
      </div>
      {tabs.map((tab) => (
        <div
          key={tab.value}
          id={`${id}-${tab.value}-panel`}
          role="tabpanel"
          aria-labelledby={`${id}-${tab.value}`}
          hidden={tab.value !== value}
        >
          {tab.panel}
        </div>
      ))}
    </>
  );
}
