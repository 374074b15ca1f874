import { DatabaseSync } from 'node:sqlite';

const row = new DatabaseSync(':memory:').prepare('SELECT 1 + 1 AS two').get();
process.parentPort.postMessage({
  two: row?.['two'],
  arguments: process.argv.slice(2),
  node: Number(process.versions.node.split('.')[0]) >= 24,
});
process.parentPort.on('message', ({ data }) => process.parentPort.postMessage(data));
