import { defineMessages } from '#kernel/messages/messages.ts';
import { en } from './messages/en.ts';
import { es } from './messages/es.ts';
import { jp } from './messages/jp.ts';
import { ko } from './messages/ko.ts';
import { tr } from './messages/tr.ts';

export const vendingMessages = defineMessages({
  en,
  es,
  jp,
  ko,
  tr,
  causes: {
    'vending.order_rule': 'The order number of a shop is empty, too long or has control characters (422)',
    'vending.order_unknown': 'A shop asks for an order that its key never had (404)',
    'vending.order_redeemed': 'A shop returns an order whose code was redeemed (409)',
    'vending.batch_foreign': 'A shop names a batch that its key does not sell (422)',
    'vending.batch_used': 'A shop draws a code, and its batches have none left (409)',
    'vending.quota_used': 'A shop draws a code, and the quota of its key is used up (409)',
    'vending.compare_failed': 'Heading of the reason why orders were not compared',
    'vending.order_unknown_here': 'Staff return an order that does not exist (404)',
    'vending.no_seller':
      'Staff draw a code for an order, and no key that is valid sells from a batch of the customer (409)',
    'vending.which_seller': 'Staff draw a code for an order without naming one of several keys (422)',
    'vending.act_failed': 'Heading of the reason why an order was not returned, or no code was drawn for it',
    'vending.no_list': 'A list of orders to compare is missing (400) or no .csv or .xlsx file (415)',
    'vending.list_empty': 'A list of orders to compare has no rows (422)',
    'vending.no_order_column': 'A list of orders to compare has no column whose heading speaks of orders (422)',
  },
});

export type VendingWords = typeof vendingMessages.words;
