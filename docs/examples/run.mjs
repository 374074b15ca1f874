// Runs the example app against a Ferry Service, such as the console's Sandbox:
//   npm run example [node | python | csharp]
// Address and key come from the variables FERRY_URL and FERRY_API_KEY, or from the file .env in the current folder, which
// the console's Sandbox page writes: "Connect your app", "Copy as .env".
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const here = (file) => fileURLToPath(new URL(file, import.meta.url));
const backends = {
  node: [process.execPath, [here('backend.mjs')]],
  python: ['python3', [here('backend.py')]],
  csharp: ['dotnet', ['run', '--project', here('csharp')]],
};

const refuse = (sentence) => {
  console.error(sentence);
  process.exit(2);
};

const language = process.argv[2] ?? 'node';
const backend = backends[language];
if (backend === undefined) refuse(`There is no ${language} here; choose one of ${Object.keys(backends).join(', ')}.`);
if (process.env['FERRY_API_KEY'] === undefined && existsSync('.env')) process.loadEnvFile('.env');
if (process.env['FERRY_API_KEY'] === undefined) {
  refuse(
    'FERRY_API_KEY is missing: make a key on the Sandbox page of Ferry Console, and save "Copy as .env" as .env here.',
  );
}

const [command, args] = backend;
const child = spawn(command, args, { stdio: 'inherit' });
child.once('error', () => refuse(`${command} cannot be started; install it, or choose another backend.`));
child.once('exit', (code) => process.exit(code ?? 1));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
