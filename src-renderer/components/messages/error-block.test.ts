import { expect, test } from 'vitest';
import { errorDetails, errorReport } from './error-block.tsx';

const error = {
  code: 'service_failed',
  at: '2026-11-20T13:30:20.000Z',
  detail: 'upstream is busy',
  request: {
    method: 'GET',
    path: '/api/v1/migrations',
    host: 'api.ferry.example',
    status: 503,
    tries: 3,
    durationMs: 4123,
  },
} as const;

test('error details name request, status, tries, time and message', { tags: '@C11' }, () => {
  expect(errorDetails(error).map(([name]) => name)).toEqual(['Request', 'Host', 'Status', 'Time', 'Message']);
  expect(Object.fromEntries(errorDetails(error))).toMatchObject({
    Request: 'GET /api/v1/migrations',
    Status: '503, 3 tries in 4.1 s',
    Message: 'upstream is busy',
  });
});

test('error details say if there was no response, and leave out a missing request', { tags: '@C11' }, () => {
  const { status: _status, ...request } = error.request;
  expect(Object.fromEntries(errorDetails({ ...error, request: { ...request, tries: 1 } }))).toMatchObject({
    Status: 'none, 1 try in 4.1 s',
  });
  expect(errorDetails({ code: 'internal', at: error.at }).map(([name]) => name)).toEqual(['Time']);
});

test('the copied error report has the exact time and the code', { tags: '@C11' }, () => {
  const report = errorReport('The service failed three times', error);
  expect(report).toContain('Code: service_failed');
  expect(report).toContain('Time: 2026-11-20T13:30:20.000Z');
});
