import http from 'node:http';

const connections = 8;

/** How many requests a second an address answers, over some connections that stay open. Failures throw. */
export const load = async (url: string, headers: Record<string, string>, seconds: number): Promise<number> =>
  (await measure(() => url, headers, seconds)).rate;

/** The same with the time that one request in a hundred exceeds, in milliseconds. */
export async function measure(
  nextUrl: () => string,
  headers: Record<string, string>,
  seconds: number,
): Promise<{ rate: number; p99: number }> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections });
  const end = performance.now() + seconds * 1000;
  const times: number[] = [];
  const worker = async () => {
    while (performance.now() < end) {
      const asked = performance.now();
      await get(nextUrl(), headers, agent);
      times.push(performance.now() - asked);
    }
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: connections }, worker));
  agent.destroy();
  const rate = times.length / ((performance.now() - start) / 1000);
  return { rate, p99: times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0 };
}

function get(url: string, headers: Record<string, string>, agent: http.Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = http.get(url, { headers, agent }, (response) => {
      response.resume();
      response.on('end', () =>
        [200, 304].includes(response.statusCode ?? 0)
          ? resolve()
          : reject(new Error(`${url} answers ${response.statusCode}`)),
      );
    });
    request.on('error', reject);
  });
}
