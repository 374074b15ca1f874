import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { errorOf, openTestConsole, valueOf } from '#test/fixtures/console/console-in-process.ts';
import { contentsBelow, formsOf, hitsIn } from '#test/fixtures/secrets/secret-search.ts';
import { json, startTestApi, takes } from '#test/fixtures/service/test-api.ts';

const canary = 'ferry_live_CANARY+/7b1f0c5d9e';
const wrong = 'ferry_live_CANARY+/never-accepted';

const hits = (bytes: Buffer): number => hitsIn(bytes, [canary, wrong]);

test('the key is in no file, event, response, log, export or request record', { tags: ['@C1', '@T5'] }, async () => {
  let failing = false;
  let isEchoing = false;
  const api = await startTestApi((request, reply) => {
    const { authorization } = request.headers;
    if (isEchoing) json(200, { id: authorization, status: 'WORKING', headers: request.headers })(request, reply);
    else if (failing) json(500, { type: 'api_error', message: `echo ${authorization}` })(request, reply);
    else takes(canary)(request, reply);
  });
  const theConsole = openTestConsole();
  const replies: unknown[] = [];
  const call: typeof theConsole.call = async (...args) => {
    const outcome = await theConsole.call(...args);
    replies.push(outcome);
    return outcome;
  };
  const addedReply = await call('profiles', 'add', { name: 'Canary', environment: 'production', baseURL: api.url });
  const { id } = valueOf(addedReply);
  expect(errorOf(await call('apiKey', 'set', { profileId: id, key: wrong, storage: 'keychain' })).code).toBe(
    'unauthorized',
  );
  valueOf(await call('apiKey', 'set', { profileId: id, key: canary, storage: 'keychain' }));
  valueOf(await call('profiles', 'switch', { id }));
  valueOf(await call('migrations', 'list', { page: 1, pageSize: 10 }));
  failing = true;
  errorOf(await call('companies', 'list', { page: 1, pageSize: 10 }));
  failing = false;
  isEchoing = true;
  valueOf(await call('migrations', 'get', { id: 'f3c1a6c4-3f0e-4df1-9d3c-7f9f1d1f0a11' }));
  isEchoing = false;
  errorOf(await call('migrations', 'list', { page: -1, pageSize: 10, key: canary } as never));
  const listedResult = valueOf(await call('requests', 'list', {}));
  expect(listedResult.lines.length).toBeGreaterThan(2);
  for (const { id: line } of listedResult.lines) await call('requests', 'get', { id: line });
  await call('diagnostics', 'text', {});
  await call('diagnostics', 'reportPageFault', { message: `the page saw ${canary}`, stack: `at ${canary}` } as never);
  valueOf(await call('profiles', 'export', { ids: [id] }));
  valueOf(await call('apiKey', 'state', { profileId: id }));
  valueOf(await call('apiKey', 'set', { profileId: id, key: canary, storage: 'session', replace: true }));
  await theConsole.close();
  api.close();

  const contents = [...contentsBelow(theConsole.userDataDir)];
  const places = new Map(contents.map(([file, bytes]) => [path.basename(file), bytes]));
  expect([...places.keys()]).toContain('settings.json');
  places.set('events', Buffer.from(JSON.stringify(theConsole.events)));
  places.set('replies', Buffer.from(JSON.stringify(replies)));
  places.set('process list', readFileSync('/proc/self/cmdline'));
  expect([...places].filter(([, bytes]) => hits(bytes) > 0).map(([name]) => name)).toEqual([]);
  // Control: the search finds a planted key.
  expect(formsOf(canary).map((form) => hits(Buffer.concat([Buffer.from('x'), form])))).not.toContain(0);
  expect(api.requests.some(({ headers }) => headers.includes(canary))).toBe(true);
});
