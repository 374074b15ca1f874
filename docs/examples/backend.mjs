// The backend of docs/examples/ferry-sdk.html. Needs only Node 20 or newer:
//   npm run example
// It serves the page on http://127.0.0.1:4700 and the one endpoint that Ferry SDK needs from an organization.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';

const service = process.env['FERRY_URL'] ?? 'http://127.0.0.1:4600';
const port = Number(process.env['PORT'] ?? 4700);

const makeLinkToken = async () => {
  try {
    const reply = await fetch(`${service}/api/v1/link-token`, {
      method: 'POST',
      headers: { authorization: `Bearer ${process.env['FERRY_API_KEY']}`, 'content-type': 'application/json' },
      body: '{}',
      signal: AbortSignal.timeout(10_000),
    });
    return { status: reply.status, body: await reply.text() };
  } catch {
    return { status: 502, body: JSON.stringify({ message: 'Ferry did not answer.' }) };
  }
};

const server = createServer(async (request, response) => {
  // A real backend checks here who is signed in: any caller with a link token can start a migration.
  if (request.method === 'POST' && request.url === '/ferry/link-token') {
    const { status, body } = await makeLinkToken();
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  } else if (request.url === '/') {
    const page = await readFile(new URL('ferry-sdk.html', import.meta.url), 'utf8');
    response.writeHead(200, { 'content-type': 'text/html' }).end(page.replaceAll('http://127.0.0.1:4600', service));
  } else response.writeHead(404).end();
});
server.listen(port, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`));
