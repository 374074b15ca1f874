import csharp from '../../../docs/examples/link-token/Program.cs?raw';
// oxlint-disable-next-line import/default -- `?raw` imports the file's content
import typescript from '../../../docs/examples/link-token/backend.mjs?raw';
import python from '../../../docs/examples/link-token/backend.py?raw';

const examples = { typescript, python, csharp };
export type SnippetLanguage = keyof typeof examples;
export const snippetLanguages = Object.keys(examples) as SnippetLanguage[];

const exampleURL = /(['"])https:\/\/api\.ferry\.example\/api\/v1\/link-token\1/;

/**
 * Returns the example endpoint for an organization's backend (specification, "SDK flow" 3). `baseURL` has no trailing
 * slash. The example reads the key from the variable FERRY_API_KEY.
 */
export const backendSnippet = (language: SnippetLanguage, baseURL: string): string =>
  // Uses a function, because a replacement string would interpret `$`.
  examples[language].replace(exampleURL, () => JSON.stringify(`${baseURL}/api/v1/link-token`));

export const pageSnippet = (
  baseURL: string,
): string => `<script src=${JSON.stringify(`${baseURL}/sdk/ferry-sdk.js`)}></script>
<script type="module">
  Ferry.startModal({
    userId: 'ada@example.com',
    linkToken: async () => {
      const reply = await fetch('/ferry/link-token', { method: 'POST' });
      return (await reply.json()).link_token;
    },
    onEvent: ({ event }) => console.log(event.type, event.data),
  });
</script>
`;
