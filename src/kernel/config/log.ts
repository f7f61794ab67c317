/** How a process logs. */
export interface LogStyle {
  readonly logLevel: string;
  /** One plain line for each event; absent if the lines are JSON. */
  readonly logForm: 'plain' | undefined;
}

/**
 * A person at a terminal wants to keep the address in view, and then to see only what went wrong. Machines, and whoever
 * names a level, get everything as JSON.
 */
export const logStyle = ({ isTTY, LOG_LEVEL }: { isTTY: boolean; LOG_LEVEL: string | undefined }): LogStyle =>
  isTTY && LOG_LEVEL === undefined
    ? { logLevel: 'warn', logForm: 'plain' }
    : { logLevel: LOG_LEVEL ?? 'info', logForm: undefined };

/** What a person sees of a JSON line: when, how bad, what, and the request id that error pages show. */
export function plainLine(json: string): string {
  const { level, time, msg, err, reqId } = JSON.parse(json) as {
    level: number;
    time: number;
    msg?: string;
    err?: { message?: string };
    reqId?: string;
  };
  const what = [msg, err?.message].filter(Boolean).join(': ').replaceAll('.: ', ': ');
  // Messages may quote anything: a terminal would obey control characters.
  const line = what.replace(/[\p{Cc}\s]+/gu, ' ').trim();
  const [clock] = new Date(time).toTimeString().split(' ');
  return `${clock} ${level >= 50 ? 'Error' : 'Warning'}: ${line}${reqId ? ` (request ${reqId})` : ''}\n`;
}
