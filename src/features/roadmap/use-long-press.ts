import { type PointerEvent, useEffect, useRef } from 'react';

// As long as telephones take for a long press, and as far as a finger trembles. Milliseconds, pixels.
const pressMs = 500;
const trembles = 10;

interface Spot {
  x: number;
  y: number;
}

/** Tells of a finger that rests. Not every browser turns that into a context menu. */
export function useLongPress(onPress: (spot: Spot) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const start = useRef<Spot>({ x: 0, y: 0 });
  const pressed = useRef(false);
  const stop = () => clearTimeout(timer.current);
  useEffect(() => stop, []);
  return {
    /** The browser's own context menu comes instead, or too late. */
    giveWay: () => {
      stop();
      return pressed.current;
    },
    /** The click that ends a long press is part of it. */
    isOver: () => {
      const was = pressed.current;
      pressed.current = false;
      return was;
    },
    listeners: {
      onPointerDown: (event: PointerEvent) => {
        stop();
        pressed.current = false;
        if (event.pointerType !== 'touch') return;
        const spot = { x: event.clientX, y: event.clientY };
        start.current = spot;
        timer.current = setTimeout(() => {
          pressed.current = true;
          onPress(spot);
        }, pressMs);
      },
      onPointerMove: ({ clientX, clientY }: PointerEvent) => {
        const { x, y } = start.current;
        if (Math.hypot(clientX - x, clientY - y) > trembles) stop();
      },
      onPointerUp: stop,
      onPointerCancel: stop,
    },
  };
}
