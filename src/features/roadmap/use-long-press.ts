import { type PointerEvent, useEffect, useRef } from 'react';

// The duration of a long press on phones, and how far a finger may tremble during it. Milliseconds, pixels.
const pressMs = 500;
const trembles = 10;

interface Spot {
  x: number;
  y: number;
}

/** Detects a long press, since not every browser opens a context menu for it. */
export function useLongPress(onPress: (spot: Spot) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const start = useRef<Spot>({ x: 0, y: 0 });
  const pressed = useRef(false);
  const stop = () => clearTimeout(timer.current);
  useEffect(() => stop, []);
  return {
    /** The browser opens its own context menu: cancels the press; true if it was already handled. */
    giveWay: () => {
      stop();
      return pressed.current;
    },
    /** Whether a click only ended a long press. */
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
