import { useState } from 'react';
import { finishFragment } from '#client/dialogs.ts';
import { useT } from '../interface.tsx';
import { Button } from '../kit/button.tsx';
import { Acts } from '../kit/layout.tsx';
import { CopyField } from './copy-field.tsx';
import { useUnsaved } from './use-unsaved.ts';

interface IssuedSecretProps {
  /** Of the dialog. */
  heading: string;
  label: string;
  secret: string;
  /** What to do with the secret. */
  hint: string;
  /** The result of the dialog; true by default. */
  result?: unknown;
}

/** A password or key that was just created, shown only once, in the dialog that created it. */
export function IssuedSecret({ heading, label, secret, hint, result = true }: IssuedSecretProps) {
  const t = useT();
  const [copied, setCopied] = useState(false);
  const box = useUnsaved<HTMLDivElement>(!copied, { title: t('secret.leave_title'), body: t('secret.leave') });
  return (
    <div ref={box}>
      <h2>{heading}</h2>
      <CopyField label={label} value={secret} mono autoFocus onCopied={() => setCopied(true)} />
      <p role="status">{hint}</p>
      <Acts>
        <Button variant="primary" onClick={() => void finishFragment(result)}>
          {t('common.done')}
        </Button>
      </Acts>
    </div>
  );
}
