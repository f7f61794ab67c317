import type { DroppableContainer } from '@dnd-kit/core';

/**
 * The droppable that is seen at a point of the window; what follows the pointer must have `pointer-events: none`. dnd-kit
 * compares rectangles instead, without transforms, the scrollers that clip them, or the headers that cover them.
 */
export function droppableAt(
  droppables: readonly DroppableContainer[],
  { x, y }: { x: number; y: number },
): DroppableContainer | undefined {
  const byNode = new Map<Element | null, DroppableContainer>(droppables.map((one) => [one.node.current, one]));
  let seen = document.elementFromPoint(x, y);
  while (seen && !byNode.has(seen)) seen = seen.parentElement;
  return seen ? byNode.get(seen) : undefined;
}
