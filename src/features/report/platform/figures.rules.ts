/** The figures, in the order of the columns. */
export const figureNames = ['issued', 'activated', 'expired', 'canceled', 'withdrawn', 'registrations'] as const;
export type FigureName = (typeof figureNames)[number];
export type Figures = Record<FigureName, number>;

/** What the figures are broken down by. */
export const breakdowns = ['customer', 'collection', 'series'] as const;
export type Breakdown = (typeof breakdowns)[number];
