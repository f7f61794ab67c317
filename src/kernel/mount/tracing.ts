import { AsyncLocalStorage } from 'node:async_hooks';
import { type Context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { parseKeyPairsIntoRecord, parseTraceParent } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { LogEvent } from 'kysely';
import type { TracingConfig } from '../config/config.ts';

/** What a process reports to a collector: its requests, and the statements of each. */
export interface Tracing {
  follow(app: FastifyInstance): void;
  onQuery(this: void, event: LogEvent): void;
  /** Sends what is still buffered. */
  stop(): Promise<void>;
}

/** Starts tracing. */
export function openTracing({ service, share, url, headers }: TracingConfig): Tracing {
  const exporter = new OTLPTraceExporter({ url, headers: parseKeyPairsIntoRecord(headers) });
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': service }))
      .merge(detectResources({ detectors: [envDetector] })),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  const tracer = provider.getTracer('library-office');
  const current = new AsyncLocalStorage<Span>();
  const spans = new WeakMap<FastifyRequest, Span>();

  const follow = (app: FastifyInstance) => {
    app.addHook('onRequest', (request, _reply, done) => {
      const { method, routeOptions, id } = request;
      const route = routeOptions.url ?? 'none';
      const attributes = { 'http.request.method': method, 'http.route': route, 'library.request_id': id };
      const span = tracer.startSpan(`${method} ${route}`, { kind: SpanKind.SERVER, attributes }, callerOf(request));
      spans.set(request, span);
      current.run(span, done);
    });
    // A body arrives in socket events, which run outside the request's async context.
    app.addHook('preHandler', (request, _reply, done) => {
      const span = spans.get(request);
      if (span) current.run(span, done);
      else done();
    });
    app.addHook('onResponse', async (request, { statusCode }) => {
      const span = spans.get(request);
      span?.setAttribute('http.response.status_code', statusCode);
      if (statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
      span?.end();
    });
  };

  const onQuery = (event: LogEvent) => {
    const parent = current.getStore();
    // Each statement of background work would be a separate trace.
    if (!parent?.isRecording()) return;
    const { sql: text } = event.query;
    const end = Date.now();
    const [verb = 'statement'] = /^\w+/.exec(text.trim()) ?? [];
    const span = tracer.startSpan(
      verb.toUpperCase(),
      {
        kind: SpanKind.CLIENT,
        startTime: end - event.queryDurationMillis,
        // The parameter values are left out: they are personal data.
        attributes: { 'db.system.name': 'postgresql', 'db.query.text': text },
      },
      trace.setSpan(ROOT_CONTEXT, parent),
    );
    if (event.level === 'error') span.setStatus({ code: SpanStatusCode.ERROR });
    span.end(end);
  };
  return { follow, onQuery, stop: () => provider.shutdown() };
}

/** The trace context of the caller, from the `traceparent` header. */
function callerOf({ headers }: FastifyRequest): Context {
  const { traceparent } = headers;
  const caller = typeof traceparent === 'string' ? parseTraceParent(traceparent) : null;
  return caller ? trace.setSpanContext(ROOT_CONTEXT, { ...caller, isRemote: true }) : ROOT_CONTEXT;
}
