import { startBrowserHost } from './start-browser-host.ts';

process.exitCode = await startBrowserHost(process.argv.slice(2));
