import type { MouseEvent } from 'react';

/**
 * Whether the mouse moved, and not the page below it. The browser reports a resting mouse too when a list changes under
 * it, which must not change what Enter takes.
 */
export const hasMoved = ({ movementX, movementY }: MouseEvent): boolean => movementX !== 0 || movementY !== 0;
