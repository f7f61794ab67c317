/** A server that takes mails, and how to log in there. */
export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /** TLS from the start. */
  readonly secure: boolean;
  /** It is not used without TLS: a password would be read on the way. */
  readonly requireTls: boolean;
  readonly user?: string;
  readonly password?: string;
}

const isThisMachine = (host: string) => host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);

/** Reads `smtp://` or `smtps://`, with a user and a password or neither; undefined if it is anything else. */
export function smtpServer(text: string): SmtpServer | undefined {
  if (!/^smtps?:\/\//.test(text) || !URL.canParse(text)) return undefined;
  const { protocol, hostname, port, username, password, pathname, search, hash } = new URL(text);
  const hasMore = (pathname !== '' && pathname !== '/') || search !== '' || hash !== '';
  if (hostname === '' || hasMore || (username === '') !== (password === '')) return undefined;
  const host = decodeURIComponent(hostname.replace(/^\[(.*)\]$/, '$1'));
  const secure = protocol === 'smtps:';
  const given = { host, port: Number(port) || (secure ? 465 : 587), secure };
  if (username === '') return { ...given, requireTls: false };
  const login = { user: decodeURIComponent(username), password: decodeURIComponent(password) };
  return { ...given, requireTls: !secure && !isThisMachine(host), ...login };
}
