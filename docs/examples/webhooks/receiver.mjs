// Node 20 or newer, nothing to install.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const secret = (process.env.FERRY_WEBHOOK_SECRET ?? '').replace(/^whsec_/, '');
const key = Buffer.from(secret, 'base64');
// Anyone can guess an empty or short key.
if (key.length < 24 || key.toString('base64') !== secret) {
  console.error('FERRY_WEBHOOK_SECRET is not a webhook secret: use whsec_ and base64 of at least 24 bytes');
  process.exit(1);
}

// Verify the exact bytes: JSON that was parsed and serialized again has another signature.
function isGenuine(headers, body) {
  const id = headers['webhook-id'];
  const timestamp = headers['webhook-timestamp'];
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) <= 300) {
    const mac = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64');
    const expected = Buffer.from(`v1,${mac}`);
    // During a rotation there are two signatures; one match is enough.
    return String(headers['webhook-signature'])
      .split(' ')
      .some((signature) => {
        const given = Buffer.from(signature);
        return given.length === expected.length && timingSafeEqual(given, expected);
      });
  }
  return false;
}

// Replace this with your database: events can arrive twice or late.
const handledIds = new Set();
const latest = new Map();

function handle(id, event) {
  if (handledIds.has(id)) return;
  if (event.type === 'migration.status_updated') {
    const { id: migration, status } = event.data;
    if (event.sequence > (latest.get(migration) ?? 0)) {
      latest.set(migration, event.sequence);
      console.log(`${migration} is ${status}`);
    }
  }
  handledIds.add(id);
}

const server = createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  if (!isGenuine(request.headers, body)) {
    response.writeHead(401).end('invalid signature\n');
    return;
  }
  // If this throws, the response is 500 and Ferry retries.
  try {
    handle(request.headers['webhook-id'], JSON.parse(body));
    response.writeHead(204).end();
  } catch (error) {
    console.error(error);
    response.writeHead(500).end();
  }
});

// Reachable from this device only. Put your web server in front of it.
server.listen(Number(process.env.PORT ?? 3000), '127.0.0.1');
