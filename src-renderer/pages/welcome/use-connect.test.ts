import { describe, expect, test } from 'vitest';
import { profileNameFor } from './use-connect.ts';

describe('name of a new profile', { tags: '@C5' }, () => {
  test.each([
    ['https://api.brightwater.example', 'brightwater.example'],
    ['https://Ferry.example/base', 'Ferry.example'],
    ['http://127.0.0.1:4100', '127.0.0.1:4100'],
    ['  https://api.ferry.example', 'ferry.example'],
    ['nothing', 'New profile'],
  ])('%s is named %s', (address, name) => expect(profileNameFor(address, [])).toBe(name));

  test('a taken name gets a number, ignoring case', () => {
    expect(profileNameFor('https://ferry.example', ['Sandbox', 'FERRY.example', 'ferry.example 2'])).toBe(
      'ferry.example 3',
    );
  });
});
