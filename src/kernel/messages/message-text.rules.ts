import type { I18n } from '@lingui/core';
import { withKoreanParticles } from './korean-particles.rules.ts';
import type { MessageValues } from './messages.ts';

/** The text of a known message. Most have at most plain values: joining those takes a tenth of the time of formatting. */
export function messageText(i18n: I18n, key: string, values: MessageValues = {}): string {
  const message = i18n.messages[key] ?? key;
  if (typeof message === 'string') return message;
  const text = filledIn(message, i18n, key, values);
  return i18n.locale === 'ko' ? withKoreanParticles(text) : text;
}

function filledIn(
  message: Exclude<I18n['messages'][string], string>,
  i18n: I18n,
  key: string,
  values: MessageValues,
): string {
  let text = '';
  for (const part of message) {
    if (typeof part === 'string') text += part;
    else if (part.length > 1) return i18n._(key, values);
    else text += (values[part[0]] as string | number | null | undefined) ?? '';
  }
  return text;
}
