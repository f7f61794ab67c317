import { MouseSensor, PointerSensor, type PointerSensorProps } from '@dnd-kit/core';
import { flushSync } from 'react-dom';

type Coordinates = Parameters<PointerSensorProps['onMove']>[0];

/**
 * dnd-kit drops where the pointer was at its last render, which is behind when the machine is busy or the hand is fast.
 * These sensors render the last position before they end; the drop is then the first of its `collisions`, because
 * `over` is set later still.
 */
function exact<Props extends Pick<PointerSensorProps, 'onMove' | 'onEnd'>>(props: Props): Props {
  let last: Coordinates | null = null;
  return {
    ...props,
    onMove: (at: Coordinates) => {
      last = at;
      props.onMove(at);
    },
    onEnd: () => {
      const at = last && { ...last };
      if (at) flushSync(() => props.onMove(at));
      props.onEnd();
    },
  };
}

/** Drops exactly where the mouse is released. */
export class ExactMouseSensor extends MouseSensor {
  constructor(props: ConstructorParameters<typeof MouseSensor>[0]) {
    super(exact(props));
  }
}

/** Drops exactly where the pointer is released. */
export class ExactPointerSensor extends PointerSensor {
  constructor(props: PointerSensorProps) {
    super(exact(props));
  }
}
