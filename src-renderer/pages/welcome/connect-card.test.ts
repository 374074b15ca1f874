import { describe, expect, test } from 'vitest';
import { freeName, nameOfHost } from './connect-card.tsx';

describe('name of a new profile', { tags: '@C5' }, () => {
  test.each([
    ['https://api.brightwater.example', 'brightwater.example'],
    ['https://Ferry.example/base', 'Ferry.example'],
    ['http://127.0.0.1:4100', '127.0.0.1:4100'],
    ['  https://api.ferry.example', 'ferry.example'],
    ['nothing', null],
  ])('the URL %s gives the profile name %s', (address, name) => expect(nameOfHost(address)).toBe(name));

  test('a profile name that is already in use, ignoring case, gets a number', () => {
    expect(freeName('ferry.example', ['Sandbox', 'FERRY.example', 'ferry.example 2'])).toBe('ferry.example 3');
  });
});
