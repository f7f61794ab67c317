/** A clock that stands still until a test moves it. */
export interface Clock {
  now: () => Date;
  set(time: string): void;
  advance(milliseconds: number): void;
}

export function testClock(start = '2026-03-02T09:00:00Z'): Clock {
  let time = new Date(start);
  return {
    now: () => time,
    set: (next) => {
      time = new Date(next);
    },
    advance: (milliseconds) => {
      time = new Date(time.getTime() + milliseconds);
    },
  };
}
