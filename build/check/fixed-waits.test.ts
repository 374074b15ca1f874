import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '#build/launch/base/project-root.ts';

/**
 * A fixed wait makes a test slow on a fast device and unreliable on a slow one. Wait for the event itself. To show that
 * nothing happens, wait for a later event. To test time itself, use a controlled clock. Each exception needs a reason.
 */
const allowed: Readonly<Record<string, string>> = {
  // These fixtures poll.
  'test/fixtures/system/session-bus.ts': 'polls',
  'test/fixtures/providers/server-process.ts': 'polls',
  'test/fixtures/service/dav-servers.ts': 'polls',
  'test/providers/direction.ts': 'kills a copy at a different moment each time',
  'test/providers/mail.all.test.ts': 'kills a copy at a different moment each time',
  'test/providers/migration-service.ts': 'polls',
  'test/launch/processes.ts': 'polls',
  'test/service/through-proxy.ts': 'polls',
  'test/fixtures/service/webhook-receiver.ts': 'retries a port that another connection uses briefly',
  'test/service/kill-loop.all.test.ts': 'polls',
  'test/service/attacked-service.ts': 'polls a status and sends requests at a steady rate',
  'test/service/operations.test.ts': 'sends probes as often as a load balancer',
  'test/security/electron-gate.test.ts': 'polls',
  'build/launch/base/exclusive-lock.test.ts': 'polls, in a separate process',
  'test/faults/keychain/keychain-program.ts': 'counts the ticks of a process that must not hang',
  // These waits simulate work.
  'build/launch/ensure-build.test.ts': 'a slow build',
  'build/launch/electron/download-electron.test.ts': 'slow bytes',
  'src-main/console/api-key/keychain-store.test.ts': 'a slow keychain',
  'src-main/console/loaded/load/load.test.ts': 'a slow service',
  'src-service/http/rate-limit.test.ts': 'calls spread over time',
  'test/contract/listener-run.test.ts': 'a clock with short pauses',
  'test/simulation/virtual-time.ts': 'runs the timers of the simulated clock',
  // These waits last one tick of the event loop.
  'test/fixtures/page/at-rest.ts': 'one tick',
  'test/fixtures/page/layout-shift.ts': 'one tick',
  'src-renderer/components/loaded/row-cache/row-cache.test.ts': 'one tick',
  // Another process can't observe that a byte, a request or a signal has arrived, or that none will arrive.
  'test/service/key-ends.test.ts': 'waits until half of a request has arrived',
  'test/service/start-interface.test.ts': 'waits until a request without a response has arrived',
  'test/faults/shutdown-signals.test.ts': 'checks that a signal is reported only once',
  'test/security/bound-work.test.ts': 'checks that a removed profile gets no further requests',
  'test/security/electron-guards.test.ts': "checks that code after the debugger can't use eval",
  'test/security/electron-client-certificates.test.ts': 'leaves a dialog without a decision',
  'test/security/limited-guest.test.ts': 'checks that a guest gets neither a result nor a refusal',
  'test/contract/listener-resumes.test.ts': "checks that earlier events aren't forwarded",
  'src-renderer/api/browser-bridge.test.ts': 'checks that a refused bridge sends no further requests',
};

const waits = [
  /\bwaitForTimeout\s*\(/,
  /\bsetTimeout\s*\(\s*(?:resolve|done|\(\)\s*=>\s*resolve)\b/,
  /\bawait\s+(?:wait|pause|sleep|delay|setTimeout|systemClock\s*\.\s*sleep)\s*\(/,
];
/** Finds Vitest's own wait functions. They give up after 1 s, which is too short on a busy device. */
const usesViWait = (text: string): boolean => /\bvi\s*\.\s*wait(?:For|Until)\b/.test(text);
const waitsIn = (text: string): boolean => waits.some((wait) => wait.test(text));

/**
 * Excludes benchmarks and screenshots, which need fixed waits, and installed tests, which run on a separate machine.
 */
const left = ['test/bench/**', 'test/screens/**', 'test/installed/**'];
const files = globSync(['test/**/*.ts', 'src-*/**/*.test.{ts,tsx}', 'build/**/*.test.ts'], {
  cwd: projectRoot,
  exclude: left,
});
const thisFile = 'build/check/fixed-waits.test.ts';

test('only listed test files use fixed waits', () => {
  expect(files.length).toBeGreaterThan(300);
  const waiting = files.filter(
    (file) => file !== thisFile && waitsIn(readFileSync(path.join(projectRoot, file), 'utf8')),
  );
  expect(waiting.toSorted()).toEqual(Object.keys(allowed).toSorted());
});

test('no test uses a Vitest wait function, which gives up after 1 s', () => {
  const filesWithViWait = files.filter(
    (file) => file !== thisFile && usesViWait(readFileSync(path.join(projectRoot, file), 'utf8')),
  );
  // The only file with such a function is this helper, which has its own time limit.
  expect(filesWithViWait).toEqual(['test/fixtures/timing/eventually.ts']);
  expect(usesViWait('await vi.waitFor(() => expect(posts()).not.toEqual([]));')).toBe(true);
});

test.each([
  'await page.waitForTimeout(200);',
  'await new Promise((resolve) => setTimeout(resolve, 100));',
  'await new Promise((done) => { setTimeout(() => resolve(1), 5); });',
  'await wait(50);',
  'await systemClock.sleep(600);',
])('the check finds this fixed wait in a test: %s', (line) => expect(waitsIn(line)).toBe(true));
