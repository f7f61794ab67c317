import type { FastifyRequest } from 'fastify';
import type { Config } from '#kernel/config/config.ts';
import type { Checkup, Finding } from '#kernel/mount/checkup.ts';

const local = /^(localhost|127(\.\d+){3}|\[?::1\]?)$/;

// Milliseconds.
const answersWithinMs = 5000;

/** The address that people use, against PUBLIC_URL; and whether the proxy in front is known. */
export const addressCheckup: Checkup = {
  name: 'address',
  label: 'doctor.check_address',
  isOfRequest: true,
  async find({ config, request }) {
    const { publicUrl, host } = config;
    if (request) return findingOf(request, config);
    if (publicUrl) return reached(publicUrl);
    return local.test(host)
      ? { state: 'ok', says: [{ key: 'doctor.address_local' }] }
      : { state: 'warn', says: [{ key: 'doctor.address_unset' }], hint: { key: 'doctor.address_needed' }, act };
  },
};

const act = { guide: 'operations/proxy' };

function findingOf(request: FastifyRequest, { publicUrl, basePath }: Config): Finding {
  const origin = `${request.protocol}://${request.host}`;
  const proxy = plain(request.socket.remoteAddress);
  const isForwarded = request.headers['x-forwarded-for'] !== undefined;
  // A proxy may strip the path, so a request does not have it; the office answers below it alone.
  const values = { address: `${origin}${basePath}`, proxy, expected: publicUrl ?? '' };
  if (isForwarded && plain(request.ip) === proxy)
    return {
      state: 'warn',
      says: [{ key: 'doctor.address_untrusted', values }],
      hint: { key: 'doctor.address_trust' },
      act,
    };
  if (publicUrl && new URL(publicUrl).origin !== originOf(origin))
    return {
      state: 'bad',
      says: [{ key: 'doctor.address_differs', values }],
      hint: { key: 'doctor.address_pass_on' },
      act,
    };
  if (!publicUrl && !local.test(request.hostname))
    return {
      state: 'warn',
      says: [{ key: 'doctor.address_missing', values }],
      hint: { key: 'doctor.address_needed' },
      act,
    };
  return { state: 'ok', says: [{ key: isForwarded ? 'doctor.address_proxy' : 'doctor.address_direct', values }] };
}

/** Whatever a caller wrote into the header Host. */
const originOf = (text: string) => (URL.canParse(text) ? new URL(text).origin : text);

/** An IPv4 address as it is usually written. */
const plain = (address = '') => address.replace(/^::ffff:/, '');

async function reached(address: string): Promise<Finding> {
  const answer = await fetch(`${address}/healthz`, { signal: AbortSignal.timeout(answersWithinMs) }).catch(
    () => undefined,
  );
  const values = { address };
  if (answer?.ok) return { state: 'ok', says: [{ key: 'doctor.address_answers', values }] };
  return { state: 'warn', says: [{ key: 'doctor.address_silent', values }], act };
}
