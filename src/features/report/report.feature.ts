import type { Feature } from '#kernel/mount/feature.ts';
import { allBooksRoutes } from './books/all-books.routes.ts';
import { allBooksPath } from './books/all-books.rules.ts';
import { allCouponsOffer } from './coupons/coupon.rules.ts';
import { allCouponsRoutes } from './coupons/coupons.routes.ts';
import { platformRoutes } from './platform/platform.routes.ts';
import { registeredRoutes } from './registered/registered.routes.ts';
import { registeredBookOffer, registeredCollectionOffer } from './registered/registered.rules.ts';
import { reportMessages } from './report.messages.ts';

/** Reports on what customers got and what learners did with it. */
export const report: Feature = {
  name: 'report',
  messages: reportMessages,
  menu: [
    {
      key: 'report.registered_collection',
      href: registeredCollectionOffer.path,
      order: 10,
      group: 'reports',
      icon: 'registered',
      letter: 'k',
    },
    {
      key: 'report.registered_book',
      href: registeredBookOffer.path,
      order: 20,
      group: 'reports',
      icon: 'reading',
      letter: 'b',
    },
    { key: 'report.all_books', href: allBooksPath, order: 30, group: 'reports', icon: 'books', letter: 'w' },
    {
      key: 'report.all_coupons',
      href: allCouponsOffer.path,
      order: 40,
      group: 'reports',
      icon: 'coupons',
      letter: 'q',
    },
    {
      key: 'report.platform_heading',
      href: '/report/platform',
      order: 50,
      group: 'reports',
      icon: 'report',
      letter: 'p',
    },
  ],
  register(kernel) {
    registeredRoutes(kernel);
    allBooksRoutes(kernel);
    allCouponsRoutes(kernel);
    platformRoutes(kernel);
  },
};
