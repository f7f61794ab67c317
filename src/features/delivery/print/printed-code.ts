import { showCode } from '#features/code/code.public.ts';
import type { ExportedCode } from '#features/code/code-find.public.ts';
import { getSetting } from '#kernel/desk/settings.ts';
import type { Locale } from '#kernel/messages/locale.ts';
import type { Context } from '#kernel/work/context.ts';
import { codeUrl, qrTextOf, shownAddress } from './code-url.setting.ts';
import type { PrintedBatch } from './print.read.ts';
import { printText, secondLocale, termsOf } from './print-texts.ts';

/** What is printed of a code. */
export interface PrintedCode {
  /** The name of the library. */
  library: string;
  code: string;
  /** What its QR code holds. */
  qr: string;
  /** What is read aloud of its QR code. */
  qrName: string;
  /** The title of what it opens. */
  title: string;
  /** Its terms in each language. */
  terms: readonly { locale: Locale; lines: readonly string[] }[];
  /** Where people redeem it; empty if no address is set. */
  address: string;
}

/** Writes what is printed of a code. Codes of a batch share their terms until somebody changes some of them. */
export async function codeWriter(ctx: Context): Promise<(code: ExportedCode, batch: PrintedBatch) => PrintedCode> {
  const pattern = await getSetting(ctx, codeUrl);
  const locales: readonly Locale[] = [ctx.locale, secondLocale(ctx.locale)];
  const address = shownAddress(pattern);
  const library = ctx.text('common.product');
  const t = printText(ctx.locale);
  const known = new Map<string, PrintedCode['terms']>();
  return ({ code, terms: { valid_from: from, valid_until: until, length, activated_date: used } }, of) => {
    const { title } = of;
    const daysAfterOrder = until === '0' && used === '0' ? of.days_after_order : 0;
    const key = [from, until, length, daysAfterOrder].join(' ');
    const times = { valid_from: Number(from), valid_until: Number(until), length: Number(length), daysAfterOrder };
    const terms = known.get(key) ?? locales.map((locale) => ({ locale, lines: termsOf(times, locale, ctx) }));
    if (known.size < 1000) known.set(key, terms);
    const qrName = t('code.print_qr_name', { code: showCode(code) });
    return { library, code, qr: qrTextOf(pattern, code), qrName, title, terms, address };
  };
}
