/**
 * How dnd-kit scrolls where things are dragged across a grid: at the window's upper and lower edge only. By default it
 * scrolls in the first and last fifth, so that the row something is moved along goes away beneath the pointer, and it is
 * dropped in another row or in none.
 */
export const edgeScroll = { threshold: { x: 0.2, y: 0.05 } };
