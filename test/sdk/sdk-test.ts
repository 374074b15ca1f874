import { test as base, type Frame, type FrameLocator, type Page } from '@playwright/test';
import { buildSdk } from '#build/sdk/build-sdk.ts';
import { chromiumOptions } from '#test/fixtures/page/chromium.ts';
import type { FerryEvent, LinkOptions } from '#sdk/public-types.ts';
import { type FerryService, startFerryService } from './ferry-service.ts';
import { type HostSite, plainPage, startHostSite } from './host-site.ts';

/** Call options that can be serialized; the page itself gets the link token. */
export type PageOptions = Partial<Omit<LinkOptions, 'onEvent' | 'onClose' | 'signal'>> & {
  /** Passes a function as `linkToken`. */
  readonly linkTokenIsFunction?: boolean;
};

/** Arguments passed to the page as JSON. */
type PlainRecord = Readonly<Record<string, unknown>>;

/** The open page of the organization, and the SDK calls that a test can make in it. */
export interface Host {
  readonly page: Page;
  /** The modal page inside the iframe. */
  readonly modal: FrameLocator;
  /** Calls `startModal`, with `window.stop`'s signal if the test has set one. Resolves with `null` on success. */
  start(options?: PageOptions): Promise<unknown>;
  init(options?: PageOptions): Promise<unknown>;
  /** Types of the events so far, without their prefix. */
  eventTypes(): Promise<string[]>;
  events(): Promise<FerryEvent[]>;
  closes(): Promise<number>;
  /** The modal page's frame. */
  frame(): Promise<Frame>;
  /** Makes one browser endpoint fail. The replies have CORS headers, so that the page can read them. */
  fault(method: 'GET' | 'POST', path: string, effect: Readonly<Record<string, unknown>>, times?: number): Promise<void>;
}

interface Workers {
  readonly service: FerryService;
  readonly site: HostSite;
}

/** Wraps the SDK so that tests get errors as plain objects and events as a list. */
const recorder = () => {
  const observed: { events: unknown[]; closes: number } = { events: [], closes: 0 };
  const callbacks = () => ({
    onEvent: (event: unknown) => observed.events.push(event),
    onClose: () => observed.closes++,
  });
  const settled = (call: Promise<unknown>) =>
    call.then(
      (value) => value ?? null,
      (error: Error & { code?: string; status?: number }) => ({
        name: error.name,
        code: error.code,
        message: error.message,
        status: error.status,
      }),
    );
  const linkToken = async () => {
    const reply = await fetch('/link-token', { method: 'POST' });
    return ((await reply.json()) as { link_token: string }).link_token;
  };
  Object.assign(window, {
    recorded: observed,
    run: async (name: 'init' | 'startModal', { linkTokenIsFunction, ...options }: PageOptions) => {
      const token = options.linkToken ?? (linkTokenIsFunction ? linkToken : await linkToken());
      const { stop } = window as unknown as { stop: AbortController };
      const signal = stop instanceof AbortController ? stop.signal : undefined;
      const link = { userId: 'ada@aurora.example', ...options, linkToken: token, signal };
      const ferry = (window as unknown as { Ferry: Record<string, (options: unknown) => Promise<unknown>> }).Ferry;
      const call = settled(ferry[name]!({ ...(name === 'init' ? options : link), ...callbacks() }));
      return name === 'init' ? call : call.then((result) => (result && 'url' in (result as object) ? null : result));
    },
  });
};

interface RecordedCalls {
  readonly recorded: { readonly events: FerryEvent[]; readonly closes: number };
  readonly run: (name: 'init' | 'startModal', options: PlainRecord) => Promise<unknown>;
}

const hostOf = (page: Page, service: FerryService, site: HostSite): Host => {
  const run = (name: 'init' | 'startModal', options: PageOptions) =>
    page.evaluate(([what, how]) => (window as unknown as RecordedCalls).run(what, how), [
      name,
      options as PlainRecord,
    ] as const);
  const events = () => page.evaluate(() => (window as unknown as RecordedCalls).recorded.events);
  return {
    page,
    modal: page.frameLocator('iframe'),
    start: (options = {}) => run('startModal', options),
    init: (options = {}) => run('init', options),
    events,
    eventTypes: async () => (await events()).map(({ event }) => event.type.replace('migration_modal.', '')),
    closes: () => page.evaluate(() => (window as unknown as RecordedCalls).recorded.closes),
    frame: async () => {
      const frame = await (await page.waitForSelector('iframe', { state: 'attached' })).contentFrame();
      if (frame === null) throw new Error('The iframe has no document.');
      return frame;
    },
    fault: async (method, path, effect, times = 1) => {
      const headers = {
        'access-control-allow-origin': site.url,
        'access-control-allow-credentials': 'true',
      };
      const rule = { match: { method, path: `/api/v1/${path}` }, effect: { headers, ...effect }, times };
      const { status, body } = await service.call('POST', '/control/faults', { rules: [rule] });
      if (status !== 200) throw new Error(`The fault was refused: ${JSON.stringify(body)}`);
    },
  };
};

/** A test with a real service, a page of another origin that loads the built SDK, and a real Chromium. */
export const test = base.extend<{ host: Host }, Workers & { sdk: void }>({
  launchOptions: async ({ browserName: _browser }, use) => use(chromiumOptions()),
  sdk: [
    async ({ browserName: _browser }, use) => {
      await buildSdk();
      await use();
    },
    { scope: 'worker' },
  ],
  service: [
    async ({ sdk: _built }, use) => {
      const service = await startFerryService();
      await use(service);
      await service.stop();
    },
    { scope: 'worker' },
  ],
  site: [
    async ({ service }, use) => {
      const site = await startHostSite(service);
      await use(site);
      await site.close();
    },
    { scope: 'worker' },
  ],
  host: async ({ page, service, site }, use) => {
    site.serve(plainPage(service));
    await page.addInitScript(recorder);
    await page.goto(site.url);
    await use(hostOf(page, service, site));
    await service.call('DELETE', '/control/faults');
  },
});

export { expect } from '@playwright/test';
