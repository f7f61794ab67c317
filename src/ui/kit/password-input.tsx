import { useState } from 'react';
import { Icon } from '../icon.tsx';
import { IconButton } from './icon-button.tsx';
import { Input, type InputProps } from './input.tsx';

interface PasswordInputProps extends Omit<InputProps, 'end' | 'type'> {
  /** What the button does that shows what was typed. */
  show: string;
}

/** A password to be passed on, which can be seen. */
export function PasswordInput({ show, ...others }: PasswordInputProps) {
  const [isShown, setShown] = useState(false);
  const button = (
    <IconButton label={show} aria-pressed={isShown} onClick={() => setShown(!isShown)}>
      <Icon name={isShown ? 'eyeOff' : 'eye'} size={16} />
    </IconButton>
  );
  return <Input {...others} type={isShown ? 'text' : 'password'} end={{ width: 36, of: button }} />;
}
