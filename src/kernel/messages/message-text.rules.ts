import type { I18n } from '@lingui/core';
import type { MessageValues } from './messages.ts';

/** The text of a known message. Most have at most plain values: joining those takes a tenth of the time of formatting. */
export function messageText(i18n: I18n, key: string, values: MessageValues = {}): string {
  const message = i18n.messages[key] ?? key;
  if (typeof message === 'string') return message;
  let text = '';
  for (const part of message) {
    if (typeof part === 'string') text += part;
    else if (part.length > 1) return i18n._(key, values);
    else text += (values[part[0]] as string | number | null | undefined) ?? '';
  }
  return text;
}
