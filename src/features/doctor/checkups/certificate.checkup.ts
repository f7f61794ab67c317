import { isIP } from 'node:net';
import tls from 'node:tls';
import type { Checkup, Finding } from '#kernel/mount/checkup.ts';

const dayMs = 86_400_000;
// Programs that renew certificates do so some thirty days before their end. Days.
const soon = 21;
const urgent = 7;

// Milliseconds.
const answersWithinMs = 8000;

/** What a server showed. */
interface Shown {
  /** When it ends, in milliseconds. */
  endsAt: number;
  /** Why this machine would not trust it; empty if it does. */
  problem: string;
}

/** When the certificate of PUBLIC_URL ends, and whether it is one for it. */
export const certificateCheckup: Checkup = {
  name: 'certificate',
  label: 'doctor.check_certificate',
  async find({ config: { publicUrl } }) {
    if (!publicUrl?.startsWith('https:')) return { state: 'ok', says: [{ key: 'doctor.certificate_off' }] };
    const { hostname, port } = new URL(publicUrl);
    const shown = await certificateOf(hostname.replace(/^\[(.*)\]$/, '$1'), Number(port) || 443).catch(() => undefined);
    return certificateFinding(hostname, shown, Date.now());
  },
};

/** What a certificate means at a time; undefined if the server could not be reached. */
export function certificateFinding(host: string, shown: Shown | undefined, now: number): Finding {
  if (!shown) return { state: 'warn', says: [{ key: 'doctor.certificate_away', values: { host } }] };
  const { problem, endsAt } = shown;
  const days = Math.floor((endsAt - now) / dayMs);
  const values = { host, days, reason: problem };
  const renew = { hint: { key: 'doctor.certificate_renew' }, act: { guide: 'operations/proxy' } };
  if (endsAt <= now) return { state: 'bad', says: [{ key: 'doctor.certificate_ended', values }], ...renew };
  if (problem === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return { state: 'bad', says: [{ key: 'doctor.certificate_wrong', values }], ...renew };
  if (days < soon)
    return { state: days < urgent ? 'bad' : 'warn', says: [{ key: 'doctor.certificate_ends', values }], ...renew };
  if (problem) return { state: 'warn', says: [{ key: 'doctor.certificate_untrusted', values }] };
  return { state: 'ok', says: [{ key: 'doctor.certificate_ends', values }] };
}

/** The certificate that a server shows, whoever has signed it. */
function certificateOf(host: string, port: number): Promise<Shown> {
  return new Promise((resolve, reject) => {
    const socket = tls.connect(
      {
        host,
        port,
        rejectUnauthorized: false,
        timeout: answersWithinMs,
        ...(isIP(host) === 0 && { servername: host }),
      },
      () => {
        const found = socket.getPeerCertificate();
        const wrong = tls.checkServerIdentity(host, found) && 'ERR_TLS_CERT_ALTNAME_INVALID';
        const problem = wrong || (socket.authorized ? '' : String(socket.authorizationError));
        resolve({ endsAt: Date.parse(found.valid_to), problem });
        socket.destroy();
      },
    );
    socket.on('error', reject);
    socket.on('timeout', () => socket.destroy(new Error('timeout')));
  });
}
