/** The figures, in the order of the columns. */
export const figureNames = ['issued', 'activated', 'expired', 'canceled', 'registrations'] as const;
export type Figures = Record<(typeof figureNames)[number], number>;

/** What the figures are broken down by. */
export const breakdowns = ['customer', 'collection', 'series'] as const;
export type Breakdown = (typeof breakdowns)[number];
