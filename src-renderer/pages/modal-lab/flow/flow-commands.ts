import type { LabRequest } from '#shared/console-contract/modal-lab-calls.ts';

const credentialFor = ({ from, path }: LabRequest): string => {
  if (from === 'backend') return '$FERRY_API_KEY';
  return path.endsWith('/access-token') ? '$LINK_TOKEN' : '$ACCESS_TOKEN';
};

const bodyFor = ({ path }: LabRequest): string => {
  if (path.endsWith('/access-token')) return '"{\\"link_token\\":\\"$LINK_TOKEN\\"}"';
  return path.endsWith('/migration-modal') ? '\'{"user_id":"ada@example.com"}\'' : "'{}'";
};

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/**
 * Returns the flow's requests as POSIX shell commands. The key and both tokens are variables. Omits the modal's frame,
 * because opening its URL would start the modal.
 */
export const flowCommands = (requests: readonly LabRequest[], serviceURL: string): string => {
  const { origin } = new URL(serviceURL);
  const sentRequests = requests.filter(({ from }) => from !== 'frame');
  return sentRequests
    .map((request) => {
      // Backend paths are relative to the API. Page paths already include the base URL's prefix.
      const address = request.from === 'backend' ? serviceURL + request.path : origin + request.path;
      const head = `curl --request ${request.method} ${quote(address)}`;
      const parts = [head, `-H "Authorization: Bearer ${credentialFor(request)}"`];
      if (request.method === 'POST') parts.push("-H 'Content-Type: application/json'", `-d ${bodyFor(request)}`);
      return parts.join(' \\\n  ');
    })
    .join('\n\n');
};
