/** The environment of a process whose own clock is ahead by this much. */
export function shiftedClock(hours: number): Record<string, string> {
  const script = `
    const RealDate = Date;
    globalThis.Date = class extends RealDate {
      constructor(...parts) {
        if (parts.length === 0) super(RealDate.now() + ${hours * 3_600_000});
        else super(...parts);
      }
      static now() {
        return RealDate.now() + ${hours * 3_600_000};
      }
    };`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}` };
}
