import { openTestService } from '#service/testing/test-service.ts';

/** Ferry Service as it is, with one more route that sends a fixed text: what is left is routing and the app's hooks. */
const service = await openTestService({ migrations: 1, companies: 1, checksReplies: false });
const text = JSON.stringify({ results: [], page: { size: 10, total: 0 } });
service.app.get('/bench/fixed', (_request, reply) =>
  reply.header('content-type', 'application/json; charset=utf-8').send(text),
);
const url = await service.app.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`${JSON.stringify({ url })}\n`);
process.once('SIGTERM', () => void service.end().then(() => process.exit()));
