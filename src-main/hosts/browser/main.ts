import { startBrowserHost } from './start-browser-host.ts';

process.exitCode = await startBrowserHost(process.argv.slice(2));

// Everything is closed by now. A keychain that never answers would keep the process: its call cannot be taken back, and
// even `process.exit` waits for it.
setTimeout(() => process.kill(process.pid, 'SIGKILL'), 500).unref();
