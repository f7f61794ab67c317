import { useRef, useState } from 'react';
import { copyText } from '#client/clipboard.ts';
import { useT } from '../interface.tsx';
import { Button } from '../kit/button.tsx';
import { Input } from '../kit/input.tsx';
import { Inline } from '../kit/layout.tsx';
import styles from './copy-field.module.css';

interface CopyFieldProps {
  label: string;
  value: string;
  /** Shows the value in monospace. */
  mono?: boolean;
  /** Focuses the value when it appears: it was just created. */
  autoFocus?: boolean;
  /** Called when the value is on the clipboard. */
  onCopied?: () => void;
}

/** A read-only text with a button that copies it; if the browser refuses, the text stays selected. */
export function CopyField({ label, value, mono = false, autoFocus = false, onCopied }: CopyFieldProps) {
  const t = useT();
  const [copied, setCopied] = useState<boolean | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const copy = async () => {
    const isCopied = await copyText(value);
    input.current?.select();
    setCopied(isCopied);
    if (isCopied) onCopied?.();
  };
  return (
    <Inline tight whole low>
      <Input
        ref={input}
        label={label}
        value={value}
        readOnly
        error={copied === false && <span role="alert">{t('common.not_copied')}</span>}
        autoFocus={autoFocus}
        onFocus={(event) => event.currentTarget.select()}
        className={mono ? styles.mono : undefined}
        data-boxed
      />
      <Button onClick={() => void copy()}>{t(copied ? 'common.copied' : 'common.copy')}</Button>
    </Inline>
  );
}
