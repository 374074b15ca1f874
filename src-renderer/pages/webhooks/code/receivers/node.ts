export const nodeReceiver = `// Node 20 or newer, nothing to install.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const secret = (process.env.FERRY_WEBHOOK_SECRET ?? '').replace(/^whsec_/, '');
const key = Buffer.from(secret, 'base64');
// Anybody can sign with a key that is empty or short.
if (key.length < 24 || key.toString('base64') !== secret) {
  console.error('FERRY_WEBHOOK_SECRET is no secret of a webhook: whsec_ and base64 of 24 bytes or more');
  process.exit(1);
}

// The exact bytes that came in: JSON that was parsed and written again has another signature.
function isGenuine(headers, body) {
  const id = headers['webhook-id'];
  const timestamp = headers['webhook-timestamp'];
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) <= 300) {
    const mac = createHmac('sha256', key).update(\`\${id}.\${timestamp}.\`).update(body).digest('base64');
    const expected = Buffer.from(\`v1,\${mac}\`);
    // While a secret is rotated there are two signatures; one that fits is enough.
    return String(headers['webhook-signature']).split(' ').some((signature) => {
      const given = Buffer.from(signature);
      return given.length === expected.length && timingSafeEqual(given, expected);
    });
  }
  return false;
}

// Your database, in memory here: an event can come twice, and late.
const seen = new Set();
const latest = new Map();

function handle(id, event) {
  if (seen.has(id)) return;
  if (event.type === 'migration.status_updated') {
    const { id: migration, status } = event.data;
    if (event.sequence > (latest.get(migration) ?? 0)) {
      latest.set(migration, event.sequence);
      console.log(\`\${migration} is \${status}\`);
    }
  }
  seen.add(id);
}

const server = createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  if (!isGenuine(request.headers, body)) {
    response.writeHead(401).end('the signature does not fit\\n');
    return;
  }
  // What throws is answered with 500 and comes again.
  try {
    handle(request.headers['webhook-id'], JSON.parse(body));
    response.writeHead(204).end();
  } catch (error) {
    console.error(error);
    response.writeHead(500).end();
  }
});

// This computer only; your web server stands in front of it.
server.listen(Number(process.env.PORT ?? 3000), '127.0.0.1');
`;
