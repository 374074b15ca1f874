import fc from 'fast-check';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isSoak } from '#test/fixtures/values/samples.ts';
import { makeApiKey } from '#service/store/secrets.ts';
import { openModal } from '#service/testing/modal-flow.ts';
import { openTestService, type TestRequest, type TestService } from '#service/testing/test-service.ts';
import { startTraceCollector, type TraceCollector } from '#service/testing/trace-collector.ts';
import { createMetrics, type Metrics } from '#service/operations/metrics.ts';
import { startTraces } from '#service/operations/traces.ts';

let collector: TraceCollector;
let metrics: Metrics;
let traces: ReturnType<typeof startTraces>;
let service: TestService;
let log = '';
beforeAll(async () => {
  collector = await startTraceCollector();
  process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] = collector.url;
  const logger = pino({ level: 'trace' }, { write: (line: string) => void (log += line) });
  metrics = createMetrics();
  traces = startTraces(logger);
  service = await openTestService(
    { migrations: 3, companies: 1, checksReplies: false },
    {
      watches: [traces, metrics],
      logger,
      accessLog: (line) => void (log += `${line}\n`),
      allowControl: true,
      rateLimit: 1_000_000,
    },
  );
  metrics.watchStore(service.store);
});
afterAll(async () => {
  delete process.env['OTEL_EXPORTER_OTLP_ENDPOINT'];
  await service.end();
  await collector.close();
});

/** Encodings of a word. Words are alphanumeric, so each encoding stays in one piece. */
const spellings = (word: string): string[] => {
  const shiftedTexts = ['', 'x', 'xx'].map((before) =>
    Buffer.from(before + word)
      .toString('base64')
      .slice(4, -6),
  );
  return [word, Buffer.from(word).toString('hex'), Buffer.from(word).toString('base64url'), ...shiftedTexts];
};

/** A unique word in every wrapping that an attacker may use. */
const hostile = fc
  .record({
    word: fc.stringMatching(/^[a-z][a-zA-Z0-9]{17}$/),
    before: fc.constantFrom(
      '',
      '"',
      "'",
      '{',
      '}',
      '\\',
      '\n',
      '\u001b[31m',
      '"} 1\nferry_secret{x="',
      '%s %o',
      '${',
      '<b>',
    ),
    after: fc.constantFrom('', '"', "'", '}', '\\n', '\r\n', '\u0007', '"} 2', '__proto__', '#', '💥'),
  })
  .map(({ word, before, after }) => ({ word, text: `${before}${word}${after}` }));

/** Requests with `text` in every place that accepts a string. */
const requestsWith = (text: string, word: string, modal: string): TestRequest[] => {
  const encoded = encodeURIComponent(text);
  const post = { method: 'POST' } as const;
  return [
    { url: `/api/v1/migrations/${encoded}` },
    { url: `/api/v1/${encoded}` },
    { url: `/api/v1/migrations?page=${encoded}&${encoded}=1` },
    { url: `/${word}%zz` },
    { url: `/modal/${encoded}/state`, bearer: null },
    { url: '/api/v1/migrations', bearer: `ferry_live_${word}` },
    { url: '/api/v1/migrations', bearer: word },
    { url: '/healthz', headers: { [word]: word, 'user-agent': word, referer: word, cookie: `${word}=${word}` } },
    {
      url: '/healthz',
      headers: {
        traceparent: `00-${'1'.repeat(32)}-${'2'.repeat(16)}-01`,
        tracestate: `${word.toLowerCase()}=${word}`,
        baggage: `${word}=${word}`,
      },
    },
    { url: '/healthz', headers: { origin: `https://${word}.example`, 'x-forwarded-for': word, 'x-request-id': word } },
    { url: '/healthz', headers: { host: `${word}.example` } },
    { ...post, url: '/api/v1/link-token', body: { [text]: text } },
    { ...post, url: '/api/v1/link-token', body: `{"${word}":` },
    { ...post, url: '/api/v1/access-token', bearer: word, body: { link_token: text } },
    { ...post, url: '/api/v1/migration-modal', bearer: word, body: { user_id: text } },
    { ...post, url: `${modal}/provider`, bearer: null, body: { provider: text } },
    { ...post, url: `${modal}/login`, bearer: null, body: { user_name: text, password: text } },
    { ...post, url: `/control/keys`, body: { description: text } },
    { ...post, url: `/control/migrations/${encoded}/status`, body: { status: text } },
    { method: 'OPTIONS', url: `/${encoded}`, bearer: null, headers: { 'access-control-request-method': word } },
  ];
};

/** Everything that operators see: metrics, the log, and the traces that have arrived. */
const observe = async (): Promise<string> => `${await metrics.text()}\n${log}\n${collector.text()}`;

test(
  'metrics, log and traces contain no customer data and no secret, whatever clients send',
  { tags: ['@X26', '@T50'] },
  async () => {
    const words: string[] = [];
    const { apiKey: otherKey } = await makeApiKey(
      service.store.keys,
      { description: 'OtherKeyDescription', organization: 'OtherOrganizationName' },
      Date.now(),
    );
    const stored = [service.apiKey, otherKey, 'OtherKeyDescription', 'OtherOrganizationName'];
    const operations = new Set<string>();
    await fc.assert(
      fc.asyncProperty(hostile, async ({ text, word }) => {
        words.push(word);
        const { path, accessToken } = await openModal(service, `${word}@customer.example`);
        stored.push(path.replace('/modal/', ''), accessToken);
        for (const request of requestsWith(text, word, path)) await service.send(request).catch(() => undefined);
      }),
      { numRuns: isSoak ? 300 : 25 },
    );
    const rows = (await service.send({ url: '/api/v1/migrations?page_size=100' })).body['results'] as unknown as {
      id: string;
      created_by_user_id: string;
    }[];
    stored.push(...rows.flatMap((row) => [row.id, row.created_by_user_id]));
    await traces.end();
    const observations = await observe();
    for (const line of (await metrics.text()).split('\n')) operations.add(/operation="([^"]*)"/.exec(line)?.[1] ?? '');
    // Proves that metrics and traces recorded all requests.
    expect(collector.spans().length).toBeGreaterThan(words.length * 20);
    expect(log.split('\n').length).toBeGreaterThan(words.length * 20);
    expect(operations).toContain('POST /modal/:address/login');
    expect(operations).toContain('unknown');
    expect(operations.size).toBeLessThan(50);
    const found = [...words, ...stored].filter((word) =>
      spellings(word).some((spelling) => observations.includes(spelling)),
    );
    expect(found).toEqual([]);
  },
);

test(
  "the trace of a request continues its client's trace, under the name of the operation",
  { tags: '@X26' },
  async () => {
    const span = collector.spans().find(({ traceId }) => traceId === '1'.repeat(32));
    expect(span).toMatchObject({ name: 'api.v1.healthz', parentSpanId: '2'.repeat(16) });
    expect(span?.attributes.map(({ key }) => key).toSorted()).toEqual([
      'http.request.method',
      'http.response.status_code',
      'http.route',
    ]);
  },
);
