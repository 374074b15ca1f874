import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '#build/launch/base/project-root.ts';

/**
 * A fixed wait makes a test slow on a fast device and unreliable on a slow one. Wait for the event itself. If nothing
 * must happen, wait for a later event. If time is the subject, use a controlled clock. Each exception needs a reason.
 */
const allowed: Readonly<Record<string, string>> = {
  // Polling loops.
  'test/fixtures/system/session-bus.ts': 'looks again',
  'test/fixtures/providers/server-process.ts': 'looks again',
  'test/fixtures/service/dav-servers.ts': 'looks again',
  'test/providers/direction.ts': 'kills at another moment of a copy each time',
  'test/providers/migration-service.ts': 'looks again',
  'test/launch/processes.ts': 'looks again',
  'test/service/through-proxy.ts': 'looks again',
  'test/fixtures/service/webhook-receiver.ts': 'tries a port again that another connection has for a moment',
  'test/service/kill-loop.all.test.ts': 'looks again',
  'test/service/attacked-service.ts': 'polls a status, and sends requests at a steady rate',
  'test/service/operations.test.ts': 'asks as often as a load balancer does',
  'test/security/electron-gate.test.ts': 'looks again',
  'build/launch/base/exclusive-lock.test.ts': 'looks again, in a process of its own',
  'test/faults/keychain/keychain-program.ts': 'counts the turns of a process that must not hang',
  // Simulated work.
  'build/launch/ensure-build.test.ts': 'a build that takes its time',
  'build/launch/electron/download-electron.test.ts': 'bytes that come slowly',
  'src-main/console/api-key/keychain-store.test.ts': 'a keychain that takes its time',
  'src-main/console/loaded/load/load.test.ts': 'a service that takes its time',
  'src-service/http/rate-limit.test.ts': 'calls that do not all come at once',
  'test/contract/listener-run.test.ts': 'a clock whose pauses are short',
  // One turn of the event loop.
  'test/fixtures/page/at-rest.ts': 'one turn',
  'test/fixtures/page/layout-shift.ts': 'one turn',
  'src-renderer/components/loaded/row-cache/row-cache.test.ts': 'one turn',
  // Nothing outside the process shows that a byte, a request or a signal has arrived, or that none will.
  'test/service/key-ends.test.ts': 'half of a request has arrived',
  'test/service/start-interface.test.ts': 'a request that is never answered has arrived',
  'test/faults/told-to-end.test.ts': 'a signal is told once, not twice',
  'test/security/bound-work.test.ts': 'a removed profile is asked nothing more',
  'test/security/electron-guards.test.ts': 'what runs after the debugger is not allowed eval',
  'test/security/electron-client-certificates.test.ts': 'nobody decides',
  'test/security/limited-guest.test.ts': 'a guest is told neither that something came nor that it will not',
  'test/e2e/list-calls.all.browser.spec.ts': 'a page asks nothing more',
  'test/contract/listener-goes-on.test.ts': 'what happened before is told no more',
  'src-renderer/api/browser-bridge.test.ts': 'a bridge that was refused asks no more',
};

const waits = [
  /\bwaitForTimeout\s*\(/,
  /\bsetTimeout\s*\(\s*(?:resolve|done|\(\)\s*=>\s*resolve)\b/,
  /\bawait\s+(?:wait|pause|sleep|delay|setTimeout|systemClock\s*\.\s*sleep)\s*\(/,
];
/** Finds Vitest's own wait functions, which give up after 1 s. That is too short on a busy device. */
const isHasty = (text: string): boolean => /\bvi\s*\.\s*wait(?:For|Until)\b/.test(text);
const waitsIn = (text: string): boolean => waits.some((wait) => wait.test(text));

/** Benchmarks and screenshots need fixed waits; installed tests run on a separate machine. */
const left = ['test/bench/**', 'test/screens/**', 'test/installed/**'];
const files = globSync(['test/**/*.ts', 'src-*/**/*.test.{ts,tsx}', 'build/**/*.test.ts'], {
  cwd: projectRoot,
  exclude: left,
});
const thisFile = 'build/check/fixed-waits.test.ts';

test('tests: only listed files use fixed waits', () => {
  expect(files.length).toBeGreaterThan(300);
  const waiting = files.filter(
    (file) => file !== thisFile && waitsIn(readFileSync(path.join(projectRoot, file), 'utf8')),
  );
  expect(waiting.toSorted()).toEqual(Object.keys(allowed).toSorted());
});

test('tests: none uses a Vitest wait function, which gives up after 1 s', () => {
  const hasty = files.filter(
    (file) => file !== thisFile && isHasty(readFileSync(path.join(projectRoot, file), 'utf8')),
  );
  // This helper has its own time limit.
  expect(hasty).toEqual(['test/fixtures/timing/eventually.ts']);
  expect(isHasty('await vi.waitFor(() => expect(posts()).not.toEqual([]));')).toBe(true);
});

test.each([
  'await page.waitForTimeout(200);',
  'await new Promise((resolve) => setTimeout(resolve, 100));',
  'await new Promise((done) => { setTimeout(() => resolve(1), 5); });',
  'await wait(50);',
  'await systemClock.sleep(600);',
])('tests: the check finds a fixed wait: %s', (line) => expect(waitsIn(line)).toBe(true));
