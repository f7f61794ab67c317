import { useState } from 'react';
import { numbersCookie } from './guide.rules.ts';

const yearSeconds = 365 * 24 * 3600;

/** Whether the rows of guides show their start and length as numbers; remembered for the next visit. */
export function useNumbers(initial: boolean): [boolean, () => void] {
  const [isShown, setShown] = useState(initial);
  const toggle = () => {
    document.cookie = `${numbersCookie}=${isShown ? '' : 'shown'}; path=/; max-age=${isShown ? 0 : yearSeconds}; samesite=lax`;
    setShown(!isShown);
  };
  return [isShown, toggle];
}
