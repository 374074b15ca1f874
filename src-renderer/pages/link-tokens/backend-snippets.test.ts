import { expect, test } from 'vitest';
import { backendSnippet, pageSnippet, snippetLanguages } from './backend-snippets.ts';

const baseURL = 'https://api.brightwater.example';

test.each(snippetLanguages)(
  "the %s snippet calls the service's base URL with the environment variable of the key",
  { tags: '@C16' },
  (language) => {
    const code = backendSnippet(language, baseURL);
    expect(code).toContain(`"${baseURL}/api/v1/link-token"`);
    expect(code).toContain('FERRY_API_KEY');
    expect(code).not.toMatch(/ferry_(live|test)_/);
  },
);

test('the page snippet loads the SDK from the service and sends requests to its own backend', { tags: '@C16' }, () => {
  expect(pageSnippet(baseURL)).toContain(`src="${baseURL}/sdk/ferry-sdk.js"`);
  expect(pageSnippet(baseURL)).toContain("fetch('/ferry/link-token', { method: 'POST' })");
});
