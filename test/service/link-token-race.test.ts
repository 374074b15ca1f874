import { expect, test } from 'vitest';
import { callService, runService } from './run-service.ts';

const rounds = 10;
const concurrentExchanges = 40;

test(
  'of many concurrent exchanges of a link token over real connections, exactly one succeeds',
  { tags: ['@X2', '@T17'] },
  async () => {
    const service = await runService(['--migrations', '1', '--companies', '1']);
    for (let round = 0; round < rounds; round++) {
      const { body } = await callService(service.line, '/api/v1/link-token', { body: {} });
      const linkToken = String(body['link_token']);
      const replies = await Promise.all(
        Array.from({ length: concurrentExchanges }, (_, index) =>
          callService(service.line, '/api/v1/access-token', {
            bearer: index % 2 === 0 ? linkToken : service.line.apiKey,
            body: { link_token: linkToken },
          }),
        ),
      );
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
      const refusedReplies = replies.filter(({ status }) => status !== 200);
      expect(new Set(refusedReplies.map(({ status, body: error }) => `${status} ${String(error['message'])}`))).toEqual(
        new Set(['401 The link token was already used.']),
      );
    }
    await service.end();
  },
);
