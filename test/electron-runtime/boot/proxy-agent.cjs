'use strict';
const http = require('node:http');
const https = require('node:https');

const connect = https.Agent.prototype.createConnection;

/**
 * The option `proxyEnv` of Node 24's `https.Agent`: a tunnel through the proxy of `HTTPS_PROXY`. The host names of
 * `NO_PROXY` are compared whole.
 * @this {https.Agent & { options: { proxyEnv?: Record<string, string> } }}
 * @param {{ host?: string, port?: number | string }} options
 * @param {(error: Error | null, socket?: import('node:net').Socket) => void} done
 */
function createConnection(options, done) {
  const { HTTPS_PROXY: proxy, NO_PROXY: direct = '' } = this.options.proxyEnv ?? {};
  const { host = '', port = 443 } = options;
  if (!proxy || direct.split(',').includes(host)) return Reflect.apply(connect, this, [options, done]);
  const path = `${host}:${port}`;
  const asked = http.request(new URL(proxy), { method: 'CONNECT', path, headers: { host: path }, agent: false });
  asked.once('error', done);
  asked.once('connect', (reply, socket) => {
    if (reply.statusCode === 200) done(null, Reflect.apply(connect, this, [{ ...options, socket }]));
    else done(Object.assign(new Error(`The proxy answered ${reply.statusCode}`), { code: 'ERR_PROXY_TUNNEL' }));
  });
  asked.end();
  return undefined;
}

Object.assign(https.Agent.prototype, { createConnection });
