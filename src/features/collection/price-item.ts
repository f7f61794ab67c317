import { languageTag } from '#kernel/messages/locale.ts';
import type { RecordDeclaration } from '#kernel/records/records.ts';
import { moneyText } from '#kernel/text/money.rules.ts';

/** A price as trails tell it: named by its currency and period, with what readers pay. */
export const priceItem: NonNullable<RecordDeclaration['items']>[string] = (ctx, item) => {
  const { price, discounted_price: discounted, currency, subscription_period: days } = item;
  const money = (amount: unknown) => moneyText(languageTag(ctx.locale), String(amount), String(currency));
  return {
    name: ctx.text('collection.price_in', { currency: String(currency), days: Number(days) }),
    value:
      typeof discounted === 'string'
        ? ctx.text('collection.price_instead', { pays: money(discounted), list: money(price) })
        : money(price),
  };
};
