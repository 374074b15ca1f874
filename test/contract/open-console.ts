import { onTestFinished } from 'vitest';
import { openTestConsole, type TestConsole } from '#test/fixtures/console/console-in-process.ts';
import { type Answer, startTestApi, type TestApi } from '#test/fixtures/service/test-api.ts';

/** Opens a console in this process, which ends with its test. */
export function openConsole(...args: Parameters<typeof openTestConsole>): TestConsole {
  const theConsole = openTestConsole(...args);
  onTestFinished(() => theConsole.close());
  return theConsole;
}

/** Starts a server that answers as told, which ends with its test. */
export async function serve(answer: Answer): Promise<TestApi> {
  const api = await startTestApi(answer);
  onTestFinished(() => api.close());
  return api;
}
