import { onTestFinished } from 'vitest';
import { openTestConsole, type TestConsole } from '#test/fixtures/console/console-in-process.ts';
import { type Answer, startTestApi, type TestApi } from '#test/fixtures/service/test-api.ts';

/** Opens a console in this process, and closes it after the test. */
export function openConsole(...args: Parameters<typeof openTestConsole>): TestConsole {
  const theConsole = openTestConsole(...args);
  onTestFinished(() => theConsole.close());
  return theConsole;
}

/** Starts a server with scripted replies, and closes it after the test. */
export async function serve(answer: Answer): Promise<TestApi> {
  const api = await startTestApi(answer);
  onTestFinished(() => api.close());
  return api;
}
