import type { ReactNode } from 'react';
import { goTo } from '#client/office-path.ts';
import { isKeyTaken } from '#client/taken-keys.ts';
import { Inline } from '#ui/kit/layout.tsx';
import { Icon, type IconName } from '../icon.tsx';
import { useT } from '../interface.tsx';
import type { RecordSteps } from '../page/record-steps.ts';
import { useListener } from '../use-listener.ts';
import { Breadcrumbs, type Crumb } from './breadcrumbs.tsx';
import styles from './record-bar.module.css';

interface RecordBarProps {
  /** The list comes first. If the record was opened from it, the first link leads back to the same filters and page. */
  crumbs: readonly Crumb[];
  steps: RecordSteps | null;
  /** The address of a record of the list in this screen. */
  hrefOf: (id: string) => string;
  /** A way to a record that is not in that list. */
  act?: ReactNode;
}

/** The path to a record, and links to the previous and next records in the list. */
export function RecordBar({ crumbs: [list, ...below], steps, hrefOf, act }: RecordBarProps) {
  const t = useT();
  const previous = steps?.previous ? hrefOf(steps.previous) : undefined;
  const next = steps?.next ? hrefOf(steps.next) : undefined;
  useStepKeys(previous, next);
  const first = list ? [{ ...list, href: steps?.listUrl ?? list.href }] : [];
  return (
    <Inline between gap="4px 16px" below={12} tone="soft" className={styles.bar} data-record-bar>
      <Breadcrumbs crumbs={[...first, ...below]} />
      <Inline gap="4px 12px">
        {steps && (
          <Inline as="nav" whole gap={4} aria-label={t('record.steps')}>
            <Step href={previous} icon="previous" label={t('record.previous')} keys="Alt+PageUp [" />
            <span>
              {t(steps.isMore ? 'record.position_many' : 'record.position', {
                position: steps.position,
                count: steps.count,
              })}
            </span>
            <Step href={next} icon="next" label={t('record.next')} keys="Alt+PageDown ]" />
          </Inline>
        )}
        {act}
      </Inline>
    </Inline>
  );
}

interface StepProps {
  href: string | undefined;
  icon: IconName;
  label: string;
  keys: string;
}

function Step({ href, icon, label, keys }: StepProps) {
  if (href === undefined)
    return (
      <span className={styles.step} aria-disabled="true">
        <Icon name={icon} />
      </span>
    );
  return (
    <a className={styles.step} href={href} aria-label={label} aria-keyshortcuts={keys} title={`${label} (${keys})`}>
      <Icon name={icon} />
    </a>
  );
}

/** `]` and Alt+Page Down follow the link to the next record, `[` and Alt+Page Up that to the previous one. */
function useStepKeys(previous: string | undefined, next: string | undefined): void {
  useListener('keydown', (event) => {
    const href = stepOf(event) === 1 ? next : stepOf(event) === -1 ? previous : undefined;
    if (href === undefined) return;
    event.preventDefault();
    goTo(href);
  });
}

/** By the key's place too, for layouts without these signs. */
function stepOf({ key, code, altKey, ctrlKey, metaKey, target }: KeyboardEvent): 1 | -1 | undefined {
  if (altKey && key === 'PageDown') return 1;
  if (altKey && key === 'PageUp') return -1;
  if (altKey || ctrlKey || metaKey || isKeyTaken(target)) return undefined;
  if (key === ']' || code === 'BracketRight') return 1;
  return key === '[' || code === 'BracketLeft' ? -1 : undefined;
}
