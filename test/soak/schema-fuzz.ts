import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '#build/launch/base/project-root.ts';
import { keepTail } from '#build/check/output-tail.ts';
import { runCommand } from '#build/launch/base/run-command.ts';
import { failedSuite, passedSuite, skippedSuite, type Suite } from '#build/check/suite.ts';
import { startFerryService } from '#test/sdk/ferry-service.ts';

/** The fuzzer from PyPI, installed in its own virtual environment below the project's cache. */
const requirement = 'schemathesis==4.32.5';
const folder = path.join(projectRoot, '.cache', 'schemathesis');
const program = path.join(folder, process.platform === 'win32' ? 'Scripts/st.exe' : 'bin/st');
const python = process.platform === 'win32' ? 'python' : 'python3';

/** Seconds for each run. */
const runTime = 300;

const run = promisify(execFile);
const exclude = (excluded: string): string[] => ['--exclude-path', excluded];

/** Creates the virtual environment if it is missing. Resolves with the reason if that fails. */
const obtain = async (): Promise<string | undefined> => {
  if (existsSync(program)) return undefined;
  try {
    await run(python, ['-m', 'venv', folder]);
    await run(path.join(path.dirname(program), 'pip'), ['install', '--quiet', requirement], { timeout: 180_000 });
    return undefined;
  } catch (error) {
    const { stderr = '', message } = error as Error & { stderr?: string };
    return stderr.trim().split('\n').at(-1) || message;
  }
};

/**
 * Schemathesis sends requests generated from the service's OpenAPI documents: with an API key everywhere, and with an
 * access token for the modal.
 */
export const schemaFuzz: Suite = {
  name: 'schemathesis',
  run: async (say) => {
    const reason = await obtain();
    if (reason !== undefined) return skippedSuite(requirement, `it cannot be installed: ${reason}`);
    const service = await startFerryService();
    try {
      const exchange = await fetch(`${service.url}/api/v1/access-token`, {
        method: 'POST',
        headers: { authorization: `Bearer ${service.apiKey()}`, 'content-type': 'application/json' },
        body: JSON.stringify({ link_token: await service.linkToken() }),
      });
      const { access_token: accessToken } = (await exchange.json()) as { access_token: string };
      const tail = keepTail(say);
      // Some rules join parameters, name cursors or check addresses, which a schema can't express.
      const others = ['--exclude-checks', 'positive_data_acceptance'];
      const runs = [
        ['openapi', service.apiKey(), ...['/api/v1/migration-modal', '/sessions/v1/outcome'].flatMap(exclude)],
        ['openapi', accessToken, '--include-path', '/api/v1/migration-modal'],
        ...['openapi-activity', 'openapi-webhooks', 'openapi-erasure'].map((name) => [
          name,
          service.apiKey(),
          ...others,
        ]),
        // A cursor of over 16 KiB is refused as a header that is too large.
        ['openapi-reports', service.apiKey(), '--exclude-checks', 'positive_data_acceptance,negative_data_rejection'],
      ];
      for (const [name, bearer, ...flags] of runs) {
        const command = [program, 'run', `${service.url}/${name}.json`, '--no-color', '--max-time', String(runTime)];
        const header = ['-H', `Authorization: Bearer ${bearer}`];
        if ((await runCommand([...command, ...header, ...flags], tail.say)) !== 0) return failedSuite(tail.lines);
      }
      return { ...passedSuite, passed: runs.length };
    } finally {
      await service.stop();
    }
  },
};
