import { expect, test } from 'vitest';
import { dataFolder } from './data-folder.ts';
import { callService, earlier, runService } from './run-service.ts';

test(
  'a new version of the service opens the previous version’s folder with all its data',
  { tags: '@X1' },
  async () => {
    const flags = ['--data', dataFolder(), '--migrations', '12'];
    const before = await runService(flags, earlier);
    const { apiKey } = before.line;
    const createResult = await callService(before.line, '/api/v1/link-token', { body: {} });
    const linkToken = String(createResult.body['link_token']);
    const rows = (await callService(before.line, '/api/v1/migrations?page_size=100')).body;
    await before.end();
    const after = await runService(flags);
    const line = { ...after.line, apiKey };
    expect((await callService(line, '/api/v1/migrations?page_size=100')).body).toEqual(rows);
    const exchange = { bearer: linkToken, body: { link_token: linkToken } };
    expect((await callService(line, '/api/v1/access-token', exchange)).status).toBe(200);
    expect((await callService(line, '/api/v1/access-token', exchange)).status).toBe(401);
    await after.end();
  },
);
