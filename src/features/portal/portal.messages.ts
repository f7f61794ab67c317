import { defineMessages } from '#kernel/i18n/messages.ts';

export const portalMessages = defineMessages({
  en: { 'portal.heading': 'Portal' },
  es: { 'portal.heading': 'Portal' },
  jp: { 'portal.heading': 'ポータル' },
  ko: { 'portal.heading': '포털' },
  tr: { 'portal.heading': 'Portal' },
});
