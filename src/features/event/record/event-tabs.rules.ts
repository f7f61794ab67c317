/** The parts of an event's page; the first is at the event's own address, the others below it. */
export const eventTabs = ['details', 'participants', 'history'] as const;

export type EventTab = (typeof eventTabs)[number];

/** The address of a part of an event's page. */
export const eventTabHref = (id: number | string, tab: EventTab): string =>
  tab === 'details' ? `/event/${id}` : `/event/${id}/${tab}`;
