// Preloaded into a Node program by NODE_OPTIONS: the time from the end of Node's own start to the program's first line
// on standard output, which says that it is ready.
const { performance: clock } = require('node:perf_hooks');

const write = process.stdout.write.bind(process.stdout);
process.stdout.write = (/** @type {string} */ text) => {
  process.stdout.write = write;
  const marks = { start: clock.nodeTiming.bootstrapComplete, started: clock.now() };
  return write(`${JSON.stringify({ marks })}\n${text}`);
};
