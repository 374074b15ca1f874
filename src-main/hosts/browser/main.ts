import { endNow } from '../node/end-now.ts';
import { startBrowserHost } from './start-browser-host.ts';

process.exitCode = await startBrowserHost(process.argv.slice(2));

// Everything is closed by now; only a keychain that never answers keeps the process for longer.
setTimeout(endNow, 500).unref();
