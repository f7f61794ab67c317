import http from 'node:http';

const connections = 8;

/** How many requests a second an address answers, over some connections that stay open. Answers other than 200 throw. */
export async function load(url: string, headers: Record<string, string>, seconds: number): Promise<number> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections });
  const end = performance.now() + seconds * 1000;
  let done = 0;
  const worker = async () => {
    while (performance.now() < end) {
      await get(url, headers, agent);
      done += 1;
    }
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: connections }, worker));
  agent.destroy();
  return done / ((performance.now() - start) / 1000);
}

function get(url: string, headers: Record<string, string>, agent: http.Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = http.get(url, { headers, agent }, (response) => {
      response.resume();
      response.on('end', () =>
        response.statusCode === 200 ? resolve() : reject(new Error(`${url} answers ${response.statusCode}`)),
      );
    });
    request.on('error', reject);
  });
}
