import type { LabRequest } from '#shared/console-contract/modal-lab-calls.ts';

const credentialFor = ({ from, path }: LabRequest): string => {
  if (from === 'backend') return '$FERRY_API_KEY';
  return path.endsWith('/access-token') ? '$LINK_TOKEN' : '$ACCESS_TOKEN';
};

const bodyFor = ({ path }: LabRequest): string => {
  if (path.endsWith('/access-token')) return '"{\\"link_token\\":\\"$LINK_TOKEN\\"}"';
  return path.endsWith('/migration-modal') ? '\'{"user_id":"ada@example.com"}\'' : "'{}'";
};

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/**
 * The flow as commands for a POSIX shell. The key and both tokens stand as variables; the frame is left out, for its
 * address opens the modal.
 */
export const flowCommands = (requests: readonly LabRequest[], serviceURL: string): string => {
  const { origin } = new URL(serviceURL);
  const sent = requests.filter(({ from }) => from !== 'frame');
  return sent
    .map((request) => {
      // The backend's path is that of the API; the page's carries the prefix of the base URL already.
      const address = request.from === 'backend' ? serviceURL + request.path : origin + request.path;
      const head = `curl --request ${request.method} ${quoted(address)}`;
      const parts = [head, `-H "Authorization: Bearer ${credentialFor(request)}"`];
      if (request.method === 'POST') parts.push("-H 'Content-Type: application/json'", `-d ${bodyFor(request)}`);
      return parts.join(' \\\n  ');
    })
    .join('\n\n');
};
