import { callService } from './api.ts';
import { attempt, check, ferryError } from './ferry-error.ts';
import { fillDialog, isFerryEvent, showDialog } from './modal-frame.ts';
import type * as PublicSurface from './public-types.ts';
import type { FerryError, FerryEvent, InitOptions, LinkOptions, MigrationMetadata } from './public-types.ts';
import {
  clearAll,
  clearStored,
  endsTurn,
  isSameUser,
  loadStored,
  saveStored,
  storageKey,
  type StoredMigration,
} from './token-store.ts';

/** The functions of the public surface. */
export type FerrySdk = Pick<typeof PublicSurface, 'init' | 'startModal' | 'close' | 'forget' | 'isOpen' | 'loadModal'>;

type Options = InitOptions & Partial<LinkOptions>;

/** One modal, from the call that opens it to its last trace. */
interface Session {
  /** Settles when the modal has loaded; `undefined` when there was none to resume. */
  started?: Promise<MigrationMetadata | undefined>;
  readonly dialog: HTMLDialogElement;
  /** The user whose modal this is, where it is known yet. */
  readonly owner: () => string | undefined;
  /** Lets the callbacks of a later call take over and shows what was hidden; only what `init` opened has it. */
  readonly adopt: false | ((options: Options) => void);
  readonly close: () => void;
}

/** Silence of the service that counts as no connection, in ms. */
const deadline = 30_000;
/** Time without any message of the modal page after which a hint is written, in ms. */
const silence = 10_000;
const userIdShape = /^([\da-f]{8}(-[\da-f]{4}){4}[\da-f]{8}|[^\s@]+@[^\s@]+\.[^\s@]+)$/i;

/** Throws for what is wrong in the options whatever the page does next. */
const checkOptions = (options: Options, needsUser: boolean): void => {
  check(!options.proxyUrl, 'v0_api', 'proxyUrl ended with v0: use linkToken.');
  check(!needsUser || userIdShape.test(options.userId!), 'bad_user_id', 'userId must be a UUID or an email address.');
};

/** The SDK of one page, which has one modal at a time. Nothing happens before one of its functions is called. */
export const createFerry = (defaultBaseURL?: string): FerrySdk => {
  let current: Session | undefined;
  /** How many users have been forgotten. */
  let turns = 0;

  /**
   * Runs the flow of the specification ("SDK flow"): link token, access token, modal, frame; without a link token it
   * resumes with the stored access token.
   */
  const open = (options: Options) => {
    const { baseURL = defaultBaseURL, linkToken, userId, sourceProviders, target = 'body' } = options;
    check(!current, 'already_open', 'A modal is open: use close().');
    check(/^https?:\/\/\w/.test(baseURL!), 'bad_base_url', `baseURL must be an http(s) address, not ${baseURL}.`);
    const address = baseURL!.replace(/\/*$/, '/api/v1/');
    const key = storageKey(address);
    const dialog = document.createElement('dialog');
    const stop = new AbortController();
    const { signal } = stop;
    let live: Options;
    let stored: StoredMigration | undefined;
    let asked = 'linkToken';
    let isOver = false;
    let unlock: (() => void) | undefined;
    let reject: (error: unknown) => void;

    const end = (error: unknown) => {
      if (signal.aborted) return;
      stop.abort();
      clearTimeout(timer);
      if (isOver) clearStored(key, stored);
      reject(error);
      current = undefined;
      unlock?.();
      dialog.close();
      if (dialog.isConnected) {
        dialog.remove();
        // oxlint-disable-next-line no-console -- where an error of the page's own callback belongs
        attempt(() => live.onClose?.(), console.error);
      }
    };
    const close = () => end(ferryError('aborted', 'The modal was closed.'));
    const show = () => {
      if (!dialog.open) unlock = showDialog(dialog);
    };
    const adopt = (next: Options) => {
      check(!next.signal?.aborted, 'aborted', 'The modal was closed.');
      next.signal?.addEventListener('abort', close, { signal });
      live = next;
      if (dialog.isConnected) show();
    };

    const onEvent = (message: FerryEvent) => {
      const { type, data } = message.event;
      const step = type.slice('migration_modal.'.length);
      clearTimeout(timer);
      // oxlint-disable-next-line no-console -- as above
      attempt(() => live.onEvent?.(message), console.error);
      // A retry after a failure opens a new migration in the same frame.
      isOver = /^(completed|failed|cancelled)$/.test(step) || (isOver && step !== 'opened');
      // oxlint-disable-next-line unicorn/prefer-string-starts-ends-with -- the status may be no string
      if (/^PEND/.test(data?.status)) show();
      if (/^(cancelled|closed)$/.test(step) || (isOver && !dialog.open)) {
        close();
        // Not caught: no promise of the page is left, so the browser reports the rejection.
        if (data?.start_again) void startModal(live as LinkOptions);
      }
    };

    const start = async (resolve: (found?: MigrationMetadata) => void) => {
      // Before anything can fail: what somebody else has left is not for this user.
      const found = loadStored(key);
      if (userId && !isSameUser(found?.userId, userId)) clearStored(key, found);
      const holder = attempt(() => document.querySelector(target));
      check(holder, 'bad_target', `target must match an element, not ${target}.`);
      if (linkToken) {
        const token = typeof linkToken === 'function' ? await linkToken() : linkToken;
        const reply = await callService((asked = `${address}access-token`), token, signal, { link_token: token });
        // Between the reply and here the modal may have been closed and everything forgotten.
        signal.throwIfAborted();
        stored = { token: reply.access_token, userId: userId! };
        saveStored(key, stored);
      } else stored = loadStored(key);
      const modal =
        stored?.token &&
        (await callService(
          (asked = `${address}migration-modal`),
          stored.token,
          signal,
          !!linkToken && { user_id: userId, source_providers: sourceProviders },
        ).catch((error: FerryError) => {
          // A 5xx or a broken network says nothing about the token.
          if (linkToken || !/^4[01][0134]/.test(`${error.status}`)) throw error;
        }));
      if (!modal || /^(COMP|FAIL|LOGI)/.test(modal.status!)) {
        clearStored(key, stored);
        resolve();
        return close();
      }
      const { url, status } = modal;
      clearTimeout(timer);
      timer = setTimeout(() => {
        // oxlint-disable-next-line no-console -- a hint for the developer of the page
        console.warn(`No answer from ${url}. See frame-src.`);
      }, silence);
      // The frame's name tells the page whether "Start again" can get a fresh link token: `function`.
      const frame = fillDialog(dialog, (asked = url), typeof linkToken);
      holder.append(dialog);
      addEventListener(
        'message',
        ({ origin, source, data }) => {
          if (origin === new URL(url).origin && source === frame.contentWindow && isFerryEvent(data)) onEvent(data);
        },
        { signal },
      );
      // oxlint-disable-next-line unicorn/prefer-add-event-listener -- both elements are the SDK's own, and bytes count
      dialog.onclose = close;
      // oxlint-disable-next-line unicorn/prefer-add-event-listener -- as above
      frame.onload = () => resolve({ status: status!, userId: stored!.userId, url });
      if (status !== 'WORKING') show();
    };

    const session: Session = {
      adopt: !linkToken && adopt,
      dialog,
      owner: () => userId ?? stored?.userId,
      close,
    };
    adopt(options);
    current = session;
    let timer = setTimeout(() => end(ferryError('network', `No answer from ${asked}.`)), deadline);
    return (session.started = new Promise((resolve, fail) => {
      reject = fail;
      addEventListener('pagehide', close, { signal });
      addEventListener(
        'storage',
        (change) => {
          if (stored && endsTurn(key, change, stored.userId)) close();
        },
        { signal },
      );
      addEventListener(
        'securitypolicyviolation',
        (violation) => {
          if (asked.startsWith(violation.blockedURI) && violation.disposition === 'enforce')
            end(ferryError('blocked', `The CSP forbids ${asked}.`));
        },
        { signal },
      );
      // Later, because the browser reports a forbidden request after it has failed: `blocked` says more than `network`.
      start(resolve).catch((error: unknown) => setTimeout(end, 50, error));
    }));
  };

  const startModal: FerrySdk['startModal'] = async (options) => {
    const { userId, linkToken, sourceProviders } = options;
    checkOptions(options, true);
    check(linkToken, 'bad_link_token', 'linkToken must be a string or function.');
    check(
      !sourceProviders || attempt(() => sourceProviders.every((name) => name.trim())),
      'bad_source_providers',
      'sourceProviders must be an array of names.',
    );
    const resumed = current;
    const turn = turns;
    if (resumed?.adopt) {
      const found = await resumed.started!.catch(() => {});
      if (current === resumed && isSameUser(found!.userId, userId)) return resumed.adopt(options);
      check(turn === turns, 'aborted', 'The user was forgotten.');
      resumed.close();
    } else if (resumed && !isSameUser(resumed.owner(), userId)) resumed.close();
    await open(options);
  };

  return {
    init: async (options: Options = {}) => {
      const needsUser = 'userId' in options;
      checkOptions(options, needsUser);
      if (needsUser && current?.owner() && !isSameUser(current.owner(), options.userId)) current.close();
      return current?.started ?? open(options);
    },
    startModal,
    close: () => current?.close(),
    forget() {
      turns++;
      current?.close();
      clearAll();
    },
    isOpen: () => !!current?.dialog.open,
    loadModal() {
      throw ferryError('v0_api', 'loadModal() ended with v0: use init().');
    },
  };
};
