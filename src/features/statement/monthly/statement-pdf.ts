import type { CodeWords } from '#features/code/code.public.ts';
import { languageTag } from '#kernel/messages/locale.ts';
import { timeText } from '#kernel/messages/time-text.ts';
import { a4, type Part, Pdf, type TextLine, type TextStyle } from '#kernel/pdf/pdf.ts';
import { moneyText } from '#kernel/text/money.rules.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import type { Statement } from './statement.read.ts';
import { figureNames, lastDayOf, type StatementFigures, signBefore } from './statement.rules.ts';

// Millimetres.
const edge = 16;
const right = a4.width - edge;
const row = 7;
const figure = 16;
const nameWidth = right - edge - figureNames.length * figure - 2;

const text: TextStyle = { face: 'text', size: 8.5 };
const strong: TextStyle = { face: 'strong', size: 8.5 };
const small: TextStyle = { face: 'text', size: 7 };
const soft = '#5f594f';
const ruleColor = '#cfc8bb';

/** A statement as a document: its figures by batch, and the amounts by currency. */
export async function* statementPdf(
  ctx: Context,
  customer: { name: string; cust_id: string },
  statement: Statement,
): AsyncGenerator<Uint8Array> {
  const t = ctx.translate<CodeWords>();
  const date = new Intl.DateTimeFormat(languageTag(ctx.locale), { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const heading = t('code.statement_heading', { month: date.format(Date.parse(statement.month)) });
  const page = new Pages(await Pdf.begin({ title: `${heading} · ${customer.name}`, locale: ctx.locale }));
  page.begin();
  await page.put(heading, { face: 'title', size: 18 }, edge, { part: 'H1' });
  page.down(row);
  const named = await page.pdf.fit(`${customer.name} (${customer.cust_id})`, {
    face: 'text',
    sizes: [11, 9],
    width: right - edge,
    most: 2,
  });
  page.pdf.part('P', () => {
    for (const one of named) {
      page.pdf.draw(one, { x: edge, y: page.y });
      page.down(5);
    }
  });
  const day = new Intl.DateTimeFormat(languageTag(ctx.locale), { dateStyle: 'medium', timeZone: 'UTC' });
  const [first, last] = [`${statement.month}-01`, lastDayOf(statement.month)].map((one) => day.format(Date.parse(one)));
  const days = { first: first ?? '', zone: ctx.timeZone };
  const period = statement.isRunning
    ? t('code.statement_until_now', days)
    : t('code.statement_days', { ...days, last: last ?? '' });
  await page.put(period, small, edge, { color: soft });
  page.down(row * 1.5);
  yield* drawFigures(ctx, page, statement);
  page.down(row);
  if (statement.replaced > 0) {
    await page.put(t('code.statement_replaced', { count: statement.replaced }), small, edge, { color: soft });
    page.down(row);
  }
  yield* drawAmounts(ctx, page, statement);
  page.down(row);
  const made = timeText(ctx, inSeconds(ctx.now));
  await page.put(`${t('code.statement_made', { time: made })} (${ctx.timeZone})`, small, edge, { color: soft });
  yield page.pdf.end();
}

/** What a text is, and how it is drawn. */
interface Drawn {
  /** A heading, a cell or a paragraph; an artifact repeats what has been read. */
  part?: Part | 'artifact';
  scope?: 'Row' | 'Column';
  align?: 'left' | 'right';
  color?: string;
}

const rowHead = { part: 'TH', scope: 'Row' } as const;
const columnHead = { part: 'TH', scope: 'Column' } as const;
const cell = { part: 'TD', align: 'right' } as const;

/** Draws downwards, from page to page. */
class Pages {
  readonly pdf: Pdf;
  y = 0;

  constructor(pdf: Pdf) {
    this.pdf = pdf;
  }

  begin(): void {
    this.pdf.addPage();
    this.y = edge + 6;
  }

  down(by: number): void {
    this.y += by;
  }

  /** Begins another page if not even this much is left of this one. */
  need(height: number): boolean {
    if (this.y + height <= a4.height - edge) return false;
    this.begin();
    return true;
  }

  async put(written: string, style: TextStyle, x: number, drawn: Drawn = {}): Promise<void> {
    this.draw(await this.pdf.line(written, style), x, drawn);
  }

  draw(line: TextLine, x: number, { part = 'P', scope, align = 'left', color }: Drawn): void {
    const draw = () => this.pdf.draw(line, { x, y: this.y, align, ...(color && { color }) });
    if (part === 'artifact') this.pdf.artifact(draw);
    else this.pdf.part(part, draw, { ...(scope && { scope }) });
  }

  rule(): void {
    this.pdf.artifact(() => this.pdf.rule([edge, this.y + 2.3], [right, this.y + 2.3], ruleColor));
  }
}

async function* drawFigures(
  ctx: Context,
  page: Pages,
  { batches, figures: sums }: Statement,
): AsyncGenerator<Uint8Array> {
  const t = ctx.translate<CodeWords>();
  const number = new Intl.NumberFormat(languageTag(ctx.locale));
  const endOf = (nth: number) => right - (figureNames.length - 1 - nth) * figure;
  const head = async (drawn: Drawn) => {
    for (const [nth, name] of figureNames.entries()) {
      const label = `${signBefore(name)}${t(`code.line_${name}`)}`;
      const [fit] = await page.pdf.fit(label, { face: 'text', sizes: [7, 6, 5], width: figure - 1, most: 1 });
      if (fit) page.draw(fit, endOf(nth), { ...drawn, align: 'right', color: soft });
    }
    page.rule();
    page.down(row);
  };
  const figures = async (of: StatementFigures, style: TextStyle) => {
    for (const [nth, name] of figureNames.entries())
      await page.put(number.format(of[name]), name === 'closing' ? strong : style, endOf(nth), cell);
    page.rule();
    page.down(row);
  };
  const again = async () => {
    if (page.need(row)) await head({ part: 'artifact' });
  };
  page.pdf.open('Table');
  page.pdf.open('TR');
  await page.put(t('code.statement_by_batch'), strong, edge, columnHead);
  await head(columnHead);
  page.pdf.close();
  for (const batch of batches) {
    await again();
    page.pdf.open('TR');
    const [title] = await page.pdf.fit(batch.title, { face: 'text', sizes: [8.5, 7], width: nameWidth, most: 1 });
    if (title) page.draw(title, edge, rowHead);
    await figures(batch, text);
    page.pdf.close();
    yield page.pdf.taken();
  }
  await again();
  page.pdf.open('TR');
  await page.put(t('code.statement_all'), strong, edge, rowHead);
  await figures(sums, strong);
  page.pdf.close();
  page.pdf.close();
}

async function* drawAmounts(ctx: Context, page: Pages, { prices, amounts }: Statement): AsyncGenerator<Uint8Array> {
  const t = ctx.translate<CodeWords>();
  const number = new Intl.NumberFormat(languageTag(ctx.locale));
  const money = (amount: string, currency: string) => moneyText(languageTag(ctx.locale), amount, currency);
  page.need(row * 4);
  await page.put(t('code.statement_amounts'), strong, edge, { part: 'H2' });
  page.rule();
  page.down(row);
  if (amounts.length === 0) {
    await page.put(t('code.statement_no_amounts'), text, edge);
    page.down(row);
  } else page.pdf.open('Table');
  for (const { currency, amount } of amounts) {
    for (const price of prices.filter((one) => one.currency === currency)) {
      for (const name of ['issued', 'withdrawn'] as const) {
        if (price[name] === 0) continue;
        page.need(row);
        page.pdf.open('TR');
        await page.put(t(`code.line_${name}`), text, edge, rowHead);
        await page.put(`${number.format(price[name])} × ${money(price.price, currency)}`, text, right - 45, cell);
        const sign = name === 'withdrawn' ? '−' : '';
        await page.put(`${sign}${money(price[`${name}_amount`], currency)}`, text, right, cell);
        page.pdf.close();
        page.rule();
        page.down(row);
      }
    }
    page.need(row);
    page.pdf.open('TR');
    await page.put(currency, strong, edge, rowHead);
    page.pdf.part('TD');
    await page.put(money(amount, currency), strong, right, cell);
    page.pdf.close();
    page.rule();
    page.down(row);
    yield page.pdf.taken();
  }
  if (amounts.length > 0) page.pdf.close();
  await page.put(t('code.statement_amounts_line'), small, edge, { color: soft });
  page.down(row);
}
