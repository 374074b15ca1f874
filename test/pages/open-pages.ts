import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { screen, within } from '@testing-library/dom';
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { systemClock } from '#main/console/clock/clock.ts';
import { type Console, createConsole } from '#main/console/create-console.ts';
import { openLog } from '#main/console/log/open-log.ts';
import { createHostInspector } from '#main/hosts/browser/inspect-host.ts';
import { createDataLauncher } from '#main/hosts/browser/start-processes.ts';
import type { Outcome } from '#shared/app-error.ts';
import { preferencesSchema } from '#shared/console-contract/settings-calls.ts';
import type { ConsoleBridge, EventName } from '#shared/console-contract/types.ts';
import { launchNothing, nodePorts } from '#test/fixtures/console/console-in-process.ts';
import { type FakeService, startFakeService } from '#test/fixtures/service/fake-service.ts';
import { builtData } from '#test/fixtures/system/built-programs.ts';
import { eventually } from './eventually.ts';

type CallConsole = (args: unknown) => Promise<Outcome<unknown>>;
/** Replaces a call's reply. `ask` returns the console's own reply; `signal` is the call's. */
type Interceptor = (args: unknown, ask: CallConsole, signal: AbortSignal) => Promise<Outcome<unknown>>;

/** The pages of a console, and the service behind the profile on screen. */
export interface Pages {
  readonly fakeService: FakeService;
  /** Makes a call of the contract; rejects if it fails. */
  readonly call: <Value>(topic: string, verb: string, args: unknown) => Promise<Value>;
  /** Adds a profile for the fake service with a session-only key, and switches to it. */
  readonly useProfile: (name?: string) => Promise<string>;
  /** Replaces the replies to a call, such as `requests/list`, until the returned function is called. */
  readonly intercept: (call: string, answer: Interceptor) => () => void;
  /** Resolves when the pages have received the next event of this name. */
  readonly nextEvent: (name: EventName) => Promise<void>;
  /** Makes these calls fail until the returned function is called. */
  readonly fail: (...calls: readonly string[]) => () => void;
}

let theConsole: Console;
let opened: Promise<void> | undefined;
let fakeService: FakeService;
const interceptors = new Map<string, Interceptor>();
/** Waiters for events. Each is called with every event name and adds itself again until its own event arrives. */
const waiting: ((name: EventName) => void)[] = [];

/** A bridge like Electron's: only plain data crosses it, and aborting a call cancels it in the console. */
const bridgeTo = ({ dispatch, listen }: Console): ConsoleBridge => {
  const running = new Map<string, AbortController>();
  const call: ConsoleBridge['call'] = async (topic, verb, callId, args) => {
    const controller = new AbortController();
    running.set(callId, controller);
    const ask: CallConsole = (given) => dispatch(topic, verb, given, { signal: controller.signal });
    const answer = interceptors.get(`${topic}/${verb}`);
    return structuredClone(
      await (answer ? answer(args, ask, controller.signal) : ask(args)).finally(() => running.delete(callId)),
    );
  };
  return {
    call,
    cancel: (callId) => running.get(callId)?.abort(),
    listen: (listener) =>
      listen((event) => {
        setTimeout(() => {
          listener(structuredClone(event));
          for (const notify of waiting.splice(0)) notify(event.name);
        });
      }),
  };
};

const call: Pages['call'] = async (topic, verb, args) => {
  const outcome = await theConsole.dispatch(topic, verb, args, { signal: new AbortController().signal });
  if (!outcome.ok) throw new Error(`${topic}.${verb}: ${JSON.stringify(outcome.error)}`);
  return outcome.value as never;
};

const intercept: Pages['intercept'] = (name, answer) => {
  interceptors.set(name, answer);
  return () => void interceptors.delete(name);
};

/** Opens a route, as a link does. */
export const goTo = (route: string): void => {
  location.hash = `#${route}`;
};

/** The page's main area, without the sidebar. */
export const main = (): HTMLElement => screen.getByRole('main');

/** Waits until the element that `find` returns contains this text. */
export const says = (find: () => Element | null | undefined, text: string | RegExp): Promise<void> =>
  eventually(() => {
    const found = find()?.textContent;
    if (typeof text === 'string') expect(found).toContain(text);
    else expect(found).toMatch(text);
  });

/** The page's status element, such as a banner, that contains this text. */
export const statusWith = (text: string | RegExp): HTMLElement | undefined =>
  within(main())
    .queryAllByRole('status')
    .find(({ textContent }) => textContent?.match(text));

/** Opens the pages once for all test files, because imported modules stay loaded. */
async function openOnce(): Promise<void> {
  const userData = mkdtempSync(path.join(tmpdir(), 'ferry-pages-'));
  process.once('exit', () => rmSync(userData, { recursive: true, force: true }));
  const version = '0.1.0';
  const ports = openLog({ userDataDir: userData, clock: systemClock, version, echo: () => undefined });
  theConsole = createConsole({
    ...nodePorts(userData),
    version,
    launchService: launchNothing,
    launchData: createDataLauncher(builtData),
    inspectHost: createHostInspector('memory'),
    ...ports,
  });
  Object.assign(window, { ferryBridge: bridgeTo(theConsole) });
  document.body.innerHTML = '<div id="root"></div>';
  goTo('/settings');
  const { started } = await import('../../src-renderer/main.tsx');
  await started;
  await screen.findByRole('link', { name: 'Migrations' });
}

/**
 * Opens the pages for a test file: the renderer in jsdom, and the main-process code in this process with real files and
 * sockets. Each test gets its own fake service, default preferences and the Sandbox's profile.
 */
export function openPages(): Pages {
  beforeAll(() => void vi.spyOn(console, 'error'));
  // React warns once per component, so the warnings are checked after all tests.
  afterAll(() => {
    const faults = vi.mocked(console.error).mock.calls.map(([text]) => String(text));
    vi.mocked(console.error).mockRestore();
    expect(faults).toEqual([]);
  });
  beforeAll(() => (opened ??= openOnce()));
  beforeEach(async () => {
    fakeService = await startFakeService();
    await call('settings', 'change', preferencesSchema.parse({}));
  });
  afterEach(async () => {
    interceptors.clear();
    goTo('/settings');
    await call('profiles', 'switch', { id: 'sandbox' });
    const { profiles } = await call<{ profiles: { id: string; builtIn: boolean }[] }>('profiles', 'list', {});
    for (const { id, builtIn } of profiles) if (!builtIn) await call('profiles', 'remove', { id, leaveKey: true });
    await fakeService.close();
  });
  return {
    get fakeService() {
      return fakeService;
    },
    call,
    useProfile: async (name = 'Brightwater') => {
      const { id } = await call<{ id: string }>('profiles', 'add', {
        name,
        environment: 'test',
        baseURL: fakeService.url,
      });
      await call('apiKey', 'set', { profileId: id, key: 'ferry_test_stand_in_0000', storage: 'session' });
      await call('profiles', 'switch', { id });
      return id;
    },
    intercept,
    nextEvent: (name) =>
      new Promise((resolve) => {
        const onEvent = (event: EventName): void => {
          if (event === name) resolve();
          else waiting.push(onEvent);
        };
        waiting.push(onEvent);
      }),
    fail: (...calls) => {
      const error = { code: 'internal' as const, at: '2026-11-21T14:32:00.000Z' };
      const ends = calls.map((name) => intercept(name, async () => ({ ok: false, error })));
      return () => ends.forEach((end) => end());
    },
  };
}
