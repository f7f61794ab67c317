import { defineMessages } from '#kernel/i18n/messages.ts';

export const eventMessages = defineMessages({
  en: {
    'event.heading': 'Promotion coupons',
    'event.kind': 'Event',
  },
  es: {
    'event.heading': 'Cupones promocionales',
    'event.kind': 'Evento',
  },
  jp: {
    'event.heading': 'プロモーションクーポン',
    'event.kind': 'イベント',
  },
  ko: {
    'event.heading': '프로모션 쿠폰',
    'event.kind': '이벤트',
  },
  tr: {
    'event.heading': 'Promosyon kuponları',
    'event.kind': 'Etkinlik',
  },
});

export type EventWords = typeof eventMessages.words;
