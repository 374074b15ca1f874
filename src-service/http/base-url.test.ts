import { expect, test } from 'vitest';
import { createBaseUrl } from './base-url.ts';

test.each([
  [undefined, true, true],
  [undefined, false, false],
  ['http://127.0.0.1:8080', true, true],
  ['https://api.example.com', true, false],
  ['https://localhost.example.com', true, false],
] as const)('X2 a service at %s, bound to loopback: %s, is of this computer: %s', (address, bound, isLoopback) => {
  expect(createBaseUrl(address, bound).isLoopback).toBe(isLoopback);
});
