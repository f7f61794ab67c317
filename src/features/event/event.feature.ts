import type { Feature } from '#kernel/feature.ts';
import { eventMessages } from './event.messages.ts';

/** Events ("promotion coupons"): one code that many learners redeem for a time. */
export const event: Feature = {
  name: 'event',
  messages: eventMessages,
  register() {},
};
