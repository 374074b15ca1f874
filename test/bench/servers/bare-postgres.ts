import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';

/** A node:http server that answers with a page of migrations from one prepared `pg` query, and does nothing else. */
const pool = new pg.Pool({ connectionString: process.argv[2] ?? '', max: 10 });
const query = {
  name: 'page',
  text: `SELECT json FROM migrations WHERE organization = 1 AND position > $1 AND position <= $2 ORDER BY position DESC`,
};
const total = Number(process.argv[3]);

const answer = async (path: string): Promise<string> => {
  const wanted = new URL(path, 'http://127.0.0.1').searchParams;
  const size = Number(wanted.get('page_size'));
  const last = total - (Number(wanted.get('page')) - 1) * size;
  const { rows } = await pool.query<{ json: string }>({ ...query, values: [last - size, last] });
  const results = rows.map(({ json }) => json).join(',');
  return `{"results":[${results}],"page":{"size":${size},"total":${total}}}`;
};

const server = createServer((request, response) => {
  const send = async (): Promise<void> => {
    const body = await answer(request.url ?? '');
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(body);
  };
  void send();
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`);
});
process.once('SIGTERM', () => process.exit());
