import { expect, test } from 'vitest';
import { readProxyRule } from './proxy-rule.ts';

test.each([
  ['DIRECT', {}],
  ['', {}],
  [
    'PROXY proxy.example:3128; DIRECT',
    { HTTP_PROXY: 'http://proxy.example:3128', HTTPS_PROXY: 'http://proxy.example:3128' },
  ],
  ['HTTPS proxy.example:443', { HTTP_PROXY: 'https://proxy.example:443', HTTPS_PROXY: 'https://proxy.example:443' }],
  ['SOCKS5 proxy.example:1080', null],
])('C13 the proxy that Chromium has found is read for a profile with its own CA: %s', (rule, proxies) => {
  expect(readProxyRule(rule)).toEqual(proxies);
});
