import type { ReactNode } from 'react';
import { inOffice } from '#client/office-path.ts';
import { useT } from '../interface.tsx';
import { Button } from '../kit/button.tsx';
import { Inline, Stack } from '../kit/layout.tsx';
import { CopyField } from './copy-field.tsx';
import { useAct } from './use-act.ts';

/** A link that opens something without an account. */
interface SecretLink {
  link_idx: number;
  /** What it is called, also by the button that revokes it. */
  name: string;
  /** The row, if it says more than the name. */
  row?: ReactNode;
  isOpen: boolean;
}

interface SecretLinksProps {
  heading: string;
  links: readonly SecretLink[];
  revoke: (link_idx: number) => Promise<void>;
  /** The title of the failure to revoke one. */
  failed: string;
}

/** The links there are, each open one with a button to revoke it; nothing if there are none. */
export function SecretLinks({ heading, links, revoke, failed }: SecretLinksProps) {
  const t = useT();
  const act = useAct();
  if (links.length === 0) return null;
  return (
    <section>
      <Stack tight>
        <h3>{heading}</h3>
        {links.map(({ link_idx, name, row = name, isOpen }) => (
          <Inline tight between whole key={link_idx}>
            <span>{row}</span>
            {isOpen && (
              <Button
                variant="quiet"
                danger
                onClick={() => act(() => revoke(link_idx), failed)}
                aria-label={`${t('common.revoke')}: ${name}`}
              >
                {t('common.revoke')}
              </Button>
            )}
          </Inline>
        ))}
      </Stack>
    </section>
  );
}

/** A link that was just created, ready to be copied. */
export function MadeLink({ label, href, hint }: { label: string; href: string; hint: string }) {
  return (
    <>
      <CopyField label={label} value={new URL(inOffice(href), location.href).href} mono autoFocus />
      <p role="status">{hint}</p>
    </>
  );
}
