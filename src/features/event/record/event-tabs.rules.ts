/** The parts of an event's page, in the order of its tabs; details are at the event's own address, the others below it. */
export const eventTabs = ['participants', 'details', 'history'] as const;

export type EventTab = (typeof eventTabs)[number];

/** The address of a part of an event's page. */
export const eventTabHref = (id: number | string, tab: EventTab): string =>
  tab === 'details' ? `/event/${id}` : `/event/${id}/${tab}`;
