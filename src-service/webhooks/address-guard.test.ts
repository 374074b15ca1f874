import { describe, expect, test } from 'vitest';
import { guardUrl, isAllowedAddress } from './address-guard.ts';

const strict = { allowLoopback: false };
const loopbackRules = { allowLoopback: true };

/** Each leads to this device, a private network, a metadata service or nowhere. */
const forbidden = {
  'IPv4 in every spelling': [
    'https://127.0.0.1/',
    'https://127.0.0.1:8443/hook',
    'https://127.0.0.1./',
    'https://127.1/',
    'https://127.0.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0x7f.0.0.1/',
    'https://0x7f.0x0.0x0.0x1/',
    'https://0177.0.0.1/',
    'https://017700000001/',
    'https://0177.0x0.0.1/',
    'https://127.000.000.001/',
    'https://127.255.255.254/',
    'https://%31%32%37.0.0.1/',
    'https://127%2e0%2e0%2e1/',
    'https://１２７.０.０.１/',
    'https://①②⑦.⓪.⓪.①/',
    'https://127。0。0。1/',
    'https://１２７。０．０｡１/',
    'https:\\\\127.0.0.1\\',
    'https:127.0.0.1',
    'https:////127.0.0.1/',
    ' https://127.0.0.1/ ',
    'ht\ntps://127.0.\t0.1/',
    'HTTPS://127.0.0.1/',
    'https://0/',
    'https://0.0.0.0/',
    'https://0.1.2.3/',
  ],
  'private and reserved networks': [
    'https://10.0.0.1/',
    'https://10.1/',
    'https://167772161/',
    'https://172.16.0.1/',
    'https://172.31.255.255/',
    'https://0xac100001/',
    'https://192.168.0.1/',
    'https://192.168.1/',
    'https://3232235777/',
    'https://100.64.0.1/',
    'https://100.127.255.255/',
    'https://169.254.169.254/latest/meta-data/',
    'https://2852039166/',
    'https://0xa9fea9fe/',
    'https://0251.0376.0251.0376/',
    'https://169.254.43518/',
    'https://100.100.100.200/',
    'https://168.63.129.16/',
    'https://192.0.0.192/',
    'https://192.0.2.1/',
    'https://198.18.0.1/',
    'https://198.51.100.7/',
    'https://203.0.113.7/',
    'https://192.88.99.1/',
    'https://224.0.0.1/',
    'https://239.255.255.250/',
    'https://240.0.0.1/',
    'https://255.255.255.255/',
    'https://1.1.1.1:0/',
    'https://hooks.example.com:0/ferry',
  ],
  'IPv6, and IPv4 inside IPv6': [
    'https://[::]/',
    'https://[::1]/',
    'https://[0:0:0:0:0:0:0:1]/',
    'https://[0000:0000:0000:0000:0000:0000:0000:0001]/',
    'https://[::127.0.0.1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://[0:0:0:0:0:ffff:10.0.0.1]/',
    'https://[::ffff:8.8.8.8]/',
    'https://[::ffff:0:127.0.0.1]/',
    'https://[64:ff9b::127.0.0.1]/',
    'https://[64:ff9b::a9fe:a9fe]/',
    'https://[64:ff9b:1::10.0.0.1]/',
    'https://[2002:7f00:1::]/',
    'https://[2002:a9fe:a9fe::1]/',
    'https://[2001::1]/',
    'https://[2001:0:7f00:1::]/',
    'https://[2001:db8::1]/',
    'https://[2001:4860::5efe:127.0.0.1]/',
    'https://[2001:4860::200:5efe:a00:1]/',
    'https://[fe80::1]/',
    'https://[fe80::1%25eth0]/',
    'https://[fe80::1%eth0]/',
    'https://[::1%25lo]/',
    'https://[fec0::1]/',
    'https://[fc00::1]/',
    'https://[fd00:ec2::254]/',
    'https://[ff02::1]/',
    'https://[100::1]/',
    'https://[3fff::1]/',
    'https://[4000::1]/',
    'https://[5f00::1]/',
    'https://[2620:4f:8000::1]/',
  ],
  'names that are never public': [
    'https://localhost/',
    'https://LOCALHOST/',
    'https://localhost./',
    'https://ｌｏｃａｌｈｏｓｔ/',
    'https://loc%61lhost/',
    'https://a.localhost/',
    'https://a.b.localhost./',
    'https://metadata/',
    'https://intranet/',
    'https://metadata.google.internal/',
    'https://printer.local/',
    'https://db.lan/',
    'https://nas.home.arpa/',
    'https://localhost.localdomain/',
    'https://hooks.invalid/',
    'https://./',
    'https://../',
  ],
  'names that are too long': [
    `https://${'a.'.repeat(125)}com.example/`,
    `https://${'a'.repeat(64)}.example/`,
    `https://${'ü'.repeat(60)}.example/`,
  ],
  'no plain https URL': [
    'http://hooks.example.com/',
    'http://127.0.0.1/',
    'ftp://hooks.example.com/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'gopher://hooks.example.com/',
    'https://user@hooks.example.com/',
    'https://user:secret@hooks.example.com/',
    'https://:secret@hooks.example.com/',
    'https://hooks.example.com@127.0.0.1/',
    'https://127.0.0.1#@hooks.example.com/',
    'https://hooks.example.com/#part',
    'https://',
    'https://hooks.example.com:99999/',
    'hooks.example.com/ferry',
    '//hooks.example.com/',
    '',
  ],
};

const allowed = [
  'https://hooks.example.com/ferry?team=4',
  'https://hooks.example.com.',
  `https://${'a'.repeat(63)}.${'a.'.repeat(90)}example./`,
  'https://hooks.example.com:8443/',
  'https://8.8.8.8/',
  'https://0x8.0x8.0x8.0x8/',
  'https://[2606:4700:4700::1111]/',
  'https://bücher.example/',
  'HTTPS://HOOKS.EXAMPLE.COM/',
];

describe('addresses of endpoints', { tags: ['@X23', '@T70'] }, () => {
  const all = Object.entries(forbidden).flatMap(([kind, texts]) => texts.map((text) => [kind, text] as const));

  test('the tests of forbidden URLs cover at least sixty URLs', () => {
    expect(new Set(all.map(([, text]) => text)).size).toBeGreaterThanOrEqual(60);
  });

  for (const [kind, text] of all) {
    test(`${kind}: ${JSON.stringify(text)} is refused with one sentence`, () => {
      const sentence = guardUrl(text, strict);
      expect(sentence).toMatch(/^url (must|can't) [^\n]*\.$/);
      expect(sentence).not.toContain('secret');
    });
  }

  for (const text of allowed) {
    test(`${text} is accepted`, () => {
      expect(guardUrl(text, strict)).toBeInstanceOf(URL);
    });
  }

  test('allowLoopback allows loopback and nothing else', () => {
    for (const text of ['http://127.0.0.1:3000/', 'http://localhost:3000/', 'http://[::1]/', 'https://127.0.0.1/'])
      expect(guardUrl(text, loopbackRules)).toBeInstanceOf(URL);
    for (const text of [
      'http://hooks.example.com/',
      'https://10.0.0.1/',
      'https://0.0.0.0/',
      'https://169.254.169.254/',
    ])
      expect(guardUrl(text, loopbackRules)).toMatch(/^url must /);
    const others = [...forbidden['private and reserved networks'], ...forbidden['no plain https URL']];
    const taken = others.filter((text) => !text.includes('127.0.0.1') && guardUrl(text, loopbackRules) instanceof URL);
    expect(taken).toEqual([]);
  });

  test('resolved addresses are checked, and a public name never reaches loopback', () => {
    for (const address of ['127.0.0.1', '10.0.0.1', '::1', '::ffff:8.8.8.8', 'fe80::1%eth0', '169.254.169.254', 'no'])
      for (const rules of [strict, loopbackRules])
        expect(isAllowedAddress(address, 'hooks.example.com', rules), address).toBe(false);
    expect(isAllowedAddress('8.8.8.8', 'hooks.example.com', strict)).toBe(true);
    expect(isAllowedAddress('127.0.0.1', 'localhost', loopbackRules)).toBe(true);
    expect(isAllowedAddress('127.0.0.1', 'localhost', strict)).toBe(false);
    expect(isAllowedAddress('8.8.8.8', 'localhost', loopbackRules)).toBe(false);
  });
});
