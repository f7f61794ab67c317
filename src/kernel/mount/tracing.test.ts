import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Client } from '#test/client.ts';
import { testDatabase } from '#test/test-database.ts';
import { spawnOffice } from '#test/spawned-office.ts';
import { account, admin } from '#test/product.ts';

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: { key: string; value: Record<string, unknown> }[];
}

const caller = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' };

describe('A collector of traces', () => {
  const spans: Span[] = [];
  const services = new Set<unknown>();
  const authorizations = new Set<unknown>();
  beforeAll(async () => {
    const collector = http.createServer(async (request, response) => {
      authorizations.add(request.headers.authorization);
      const chunks = await request.toArray();
      const { resourceSpans } = JSON.parse(Buffer.concat(chunks).toString());
      for (const { resource, scopeSpans } of resourceSpans) {
        services.add(resource.attributes.find(({ key }: { key: string }) => key === 'service.name').value.stringValue);
        for (const scope of scopeSpans) spans.push(...scope.spans);
      }
      response.setHeader('content-type', 'application/json').end('{}');
    });
    await once(collector.listen(0, '127.0.0.1'), 'listening');
    const address = collector.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const database = await testDatabase();
    const dataDir = await mkdtemp(path.join(os.tmpdir(), 'tracing-'));
    const office = await spawnOffice({
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
      OTEL_SERVICE_NAME: 'office-north',
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20of%20spans',
      ...account,
    });
    const { cookie } = await Client.logIn(office.url, admin);
    await fetch(`${office.url}/api/v1/age_group`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json', traceparent: `00-${caller.traceId}-${caller.spanId}-01` },
      body: JSON.stringify({ title: 'Private to the library' }),
    });
    await office.stop();
    await new Promise((resolve) => collector.close(resolve));
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  });
  afterAll(() => spans.splice(0));

  const request = () => spans.find(({ name }) => name === 'POST /api/v1/age_group');

  test('receives a request under the trace of its caller', () => {
    expect(request()).toMatchObject({ traceId: caller.traceId, parentSpanId: caller.spanId });
    expect(request()?.attributes).toContainEqual({ key: 'http.response.status_code', value: { intValue: 200 } });
    expect([...services]).toEqual(['office-north']);
    expect([...authorizations]).toEqual(['Bearer of spans']);
  });

  test('receives the statements of a request, also after its body arrived, without the values in them', () => {
    const statements = spans.filter(({ parentSpanId }) => parentSpanId === request()?.spanId);
    expect(statements.map(({ name }) => name)).toEqual(expect.arrayContaining(['SELECT', 'INSERT']));
    expect(JSON.stringify(spans)).toContain('insert into \\"age_group\\"');
    expect(JSON.stringify(spans)).not.toContain('Private to the library');
  });
});
