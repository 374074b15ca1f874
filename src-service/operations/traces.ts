import { FastifyOtelInstrumentation } from '@fastify/otel';
import { type Attributes, propagation, type SpanContext, SpanStatusCode } from '@opentelemetry/api';
import { type ExportResult, ExportResultCode, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  type ReadableSpan,
  type SpanExporter,
  TracerProvider,
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { waitAtMost } from '../store/base/wait-at-most.ts';
import { serviceVersion } from './service-version.ts';
import { requestName } from './request-name.ts';

const samplerArgumentVariable = 'OTEL_TRACES_SAMPLER_ARG';

const ratioOf = (text: string | undefined, logger: FastifyBaseLogger): number => {
  const ratio = Number(text ?? 1);
  if (text?.trim() !== '' && ratio >= 0 && ratio <= 1) return ratio;
  logger.warn(`${samplerArgumentVariable} must be a number from 0 to 1; recording every trace`);
  return 1;
};

const samplers: Readonly<Record<string, (ratio: () => number) => Sampler>> = {
  always_on: () => new AlwaysOnSampler(),
  always_off: () => new AlwaysOffSampler(),
  traceidratio: (ratio) => new TraceIdRatioBasedSampler(ratio()),
  parentbased_always_on: () => new ParentBasedSampler({ root: new AlwaysOnSampler() }),
  parentbased_always_off: () => new ParentBasedSampler({ root: new AlwaysOffSampler() }),
  parentbased_traceidratio: (ratio) => new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio()) }),
};
const defaultSampler = 'parentbased_always_on';

const createSampler = (environment: NodeJS.ProcessEnv, logger: FastifyBaseLogger): Sampler => {
  const name = environment['OTEL_TRACES_SAMPLER'] || defaultSampler;
  if (!Object.hasOwn(samplers, name)) {
    logger.warn(`OTEL_TRACES_SAMPLER must be one of ${Object.keys(samplers).join(', ')}; recording every trace`);
  }
  const make = (Object.hasOwn(samplers, name) ? samplers[name] : undefined) ?? samplers[defaultSampler];
  if (make === undefined) throw new TypeError('there is no default sampler');
  return make(() => ratioOf(environment[samplerArgumentVariable], logger));
};

/** Longest delay that an unavailable collector adds to shutdown. */
const flushMs = 1_000;
const warningIntervalMs = 60_000;

const exportedAttributes = ['http.request.method', 'http.route', 'http.response.status_code'] as const;

/** Drops `tracestate`, which the client controls. */
const withoutTraceState = ({ traceId, spanId, traceFlags }: SpanContext): SpanContext => ({
  traceId,
  spanId,
  traceFlags,
});

const withoutCustomerData = (span: ReadableSpan): ReadableSpan => {
  const attributes: Attributes = {};
  for (const name of exportedAttributes)
    if (span.attributes[name] !== undefined) attributes[name] = span.attributes[name];
  const { parentSpanContext } = span;
  return {
    name: span.name,
    kind: span.kind,
    spanContext: () => withoutTraceState(span.spanContext()),
    ...(parentSpanContext && { parentSpanContext: withoutTraceState(parentSpanContext) }),
    startTime: span.startTime,
    endTime: span.endTime,
    duration: span.duration,
    ended: span.ended,
    // A refused request (4xx) isn't an error of the service.
    status: {
      code: Number(attributes['http.response.status_code']) < 500 ? SpanStatusCode.UNSET : span.status.code,
    },
    attributes,
    links: [],
    events: [],
    resource: span.resource,
    instrumentationScope: span.instrumentationScope,
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  };
};

const cleanExporter = (exporter: SpanExporter, logger: FastifyBaseLogger): SpanExporter => {
  let lastWarningAt = -warningIntervalMs;
  const logRejection = ({ code }: ExportResult): void => {
    if (code === ExportResultCode.SUCCESS || performance.now() - lastWarningAt < warningIntervalMs) return;
    lastWarningAt = performance.now();
    logger.warn('the collector at OTEL_EXPORTER_OTLP_ENDPOINT rejected the traces');
  };
  return {
    export: (spans, done) =>
      exporter.export(spans.map(withoutCustomerData), (result) => {
        logRejection(result);
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
  };
};

export const startTraces = (logger: FastifyBaseLogger) => {
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'ferry-service', 'service.version': serviceVersion }))
      .merge(detectResources({ detectors: [envDetector] })),
    sampler: createSampler(process.env, logger),
    spanProcessors: [new BatchSpanProcessor({ exporter: cleanExporter(new OTLPTraceExporter(), logger) })],
  });
  // Continues the client's trace from `traceparent`.
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  const instrumentation = new FastifyOtelInstrumentation({
    instrumentHooks: false,
    instrumentHandler: false,
    recordExceptions: false,
    requestHook: (span, request) => void span.updateName(requestName(request)),
  });
  instrumentation.setTracerProvider(provider);
  return {
    // Called directly, because a registered plugin would run after routes mounted in the same tick, and miss them.
    watchRequests: (app: FastifyInstance): void => instrumentation.plugin()(app, {}, () => {}),
    end: () => waitAtMost(flushMs, provider.shutdown()),
  };
};
