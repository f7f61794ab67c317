import type { SyntheticEvent } from 'react';

/** Whether an input event removes text, as Backspace and Delete do: pickers do not search then. */
export const isDeletion = ({ nativeEvent }: SyntheticEvent): boolean =>
  'inputType' in nativeEvent && String(nativeEvent.inputType).startsWith('delete');
