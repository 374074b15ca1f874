import { expect, test } from 'vitest';
import type { LabRequest } from '#shared/console-contract/modal-lab-calls.ts';
import { flowCommands } from './flow-commands.ts';

const request = (from: LabRequest['from'], path: string, method = 'POST'): LabRequest => ({
  id: 1,
  flow: 1,
  atMs: 0,
  from,
  method,
  path,
  status: 200,
  ms: 1,
});

test(
  'the copied commands use variables for the key and tokens, and leave out the modal',
  { tags: ['@C31', '@T14'] },
  () => {
    const commands = flowCommands(
      [
        request('backend', '/api/v1/link-token'),
        request('page', '/base/api/v1/access-token'),
        request('page', '/base/api/v1/migration-modal'),
        request('frame', 'modal page loaded', 'GET'),
        request('page', "/base/api/v1/migration-modal'$(id)", 'GET'),
      ],
      'https://api.example/base',
    ).split('\n\n');
    expect(commands).toHaveLength(4);
    expect(commands[0]).toContain("'https://api.example/base/api/v1/link-token'");
    expect(commands[0]).toContain('Bearer $FERRY_API_KEY');
    expect(commands[1]).toContain("'https://api.example/base/api/v1/access-token'");
    expect(commands[1]).toContain('Bearer $LINK_TOKEN');
    expect(commands[2]).toContain('Bearer $ACCESS_TOKEN');
    expect(commands[3]).toContain(`migration-modal'\\''$(id)'`);
  },
);
