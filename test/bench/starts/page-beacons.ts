import type { Devtools } from './devtools.ts';

/** What a page must show: an element, optionally with a string. */
interface Beacon {
  readonly selector: string;
  /** Source of a regular expression. */
  readonly text?: string;
}
export type Beacons<Name extends string = string> = Readonly<Record<Name, Beacon>>;

const binding = 'reportBeacon';

/** Runs in the page before its own scripts. The same script measures every page. */
function watch(wanted: Beacons, report: (text: string) => void): void {
  if ('watchesBeacons' in globalThis) return;
  Object.assign(globalThis, { watchesBeacons: true });
  const open = new Map(Object.entries(wanted));
  const isThere = ({ selector, text }: Beacon): boolean => {
    const element = document.querySelector(selector);
    return element !== null && (text === undefined || new RegExp(text).test(element.textContent ?? ''));
  };
  // The message event runs after the frame's callbacks, when the element has been painted.
  const afterPaint = (name: string) =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', () =>
        report(JSON.stringify({ name, at: performance.timeOrigin + performance.now() })),
      );
      port1.start();
      port2.postMessage(null);
    });
  const checkBeacons = (): void => {
    for (const [name, beacon] of open) {
      if (!isThere(beacon)) continue;
      open.delete(name);
      afterPaint(name);
    }
    if (open.size === 0) observer.disconnect();
  };
  const observer = new MutationObserver(checkBeacons);
  observer.observe(document, { childList: true, subtree: true, characterData: true });
  checkBeacons();
}

/**
 * Injects the beacon script into every page that the browser opens, before the page's first script. Resolves with a
 * promise for each beacon's time, in milliseconds since 1970 by the page's clock.
 */
export async function watchPages<Name extends string>(
  devtools: Devtools,
  wanted: Beacons<Name>,
): Promise<Readonly<Record<Name, Promise<number>>>> {
  const source = `(${watch.toString()})(${JSON.stringify(wanted)}, (text) => globalThis.${binding}(text))`;
  const arrived = new Map<string, (at: number) => void>();
  const times = Object.fromEntries(
    Object.keys(wanted).map((name) => [name, new Promise<number>((resolve) => arrived.set(name, resolve))]),
  ) as Record<Name, Promise<number>>;
  // A paused page doesn't answer, so all commands are sent without waiting. The last one resumes it.
  const prepare = (sessionId: string, isPage: boolean) => {
    const commands: [string, object][] = isPage
      ? [
          ['Runtime.enable', {}],
          ['Runtime.addBinding', { name: binding }],
          ['Page.enable', {}],
          ['Page.addScriptToEvaluateOnNewDocument', { source }],
          // A page opened before the connection already has a document, so the script runs there now.
          ['Runtime.evaluate', { expression: source }],
        ]
      : [];
    commands.push(['Runtime.runIfWaitingForDebugger', {}]);
    return Promise.all(commands.map(([method, params]) => devtools.send(method, params, sessionId)));
  };
  devtools.listen(({ method, params }) => {
    if (method === 'Target.attachedToTarget') {
      const { sessionId, targetInfo } = params as { sessionId: string; targetInfo: { type: string } };
      prepare(sessionId, targetInfo.type === 'page').catch(() => undefined);
    }
    if (method === 'Runtime.bindingCalled' && params['name'] === binding) {
      const { name, at } = JSON.parse(String(params['payload'])) as { name: string; at: number };
      arrived.get(name)?.(at);
    }
  });
  await devtools.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: true });
  return times;
}
