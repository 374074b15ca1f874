import { expect, test } from 'vitest';
import { readNetworkFailure, readProxyRule } from './electron-transport.ts';

test.each([
  ['net::ERR_CERT_AUTHORITY_INVALID', 'certificate', true],
  ['net::ERR_CERT_DATE_INVALID', 'certificate_expired', true],
  ['net::ERR_CERT_COMMON_NAME_INVALID', 'certificate_name', true],
  ['net::ERR_SSL_PROTOCOL_ERROR', 'tls_failed', true],
  ['net::ERR_CONNECTION_REFUSED', 'offline', true],
  ['net::ERR_NAME_NOT_RESOLVED', 'offline', true],
  ['net::ERR_CONNECTION_TIMED_OUT', 'timeout', true],
  ['net::ERR_CONNECTION_RESET', 'offline', false],
  ['net::ERR_EMPTY_RESPONSE', 'offline', false],
  ["Attempted to redirect, but redirect policy was 'error'", 'redirected', false],
] as const)(
  'the Chromium error %s becomes the code %s, with beforeSending %s',
  { tags: ['@C13', '@F16'] },
  (message, code, beforeSending) => {
    expect(readNetworkFailure(new Error(message))).toMatchObject({ code, beforeSending, message });
  },
);

test.each([
  ['DIRECT', {}],
  ['', {}],
  [
    'PROXY proxy.example:3128; DIRECT',
    { HTTP_PROXY: 'http://proxy.example:3128', HTTPS_PROXY: 'http://proxy.example:3128' },
  ],
  ['HTTPS proxy.example:443', { HTTP_PROXY: 'https://proxy.example:443', HTTPS_PROXY: 'https://proxy.example:443' }],
  ['SOCKS5 proxy.example:1080', null],
])('a profile with its own CA uses an HTTP proxy that Chromium found: %s', { tags: '@C13' }, (rule, proxies) => {
  expect(readProxyRule(rule)).toEqual(proxies);
});
