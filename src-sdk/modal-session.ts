import { callService, type Reply } from './api.ts';
import { apiAddress, checkLinkToken, findTarget } from './check-options.ts';
import { attempt, ferryError } from './ferry-error.ts';
import { make } from './make-element.ts';
import { fillDialog, isFerryEvent, showDialog } from './modal-frame.ts';
import { openingCard } from './opening-card.ts';
import type {
  FerryError,
  FerryErrorCode,
  FerryEvent,
  FerryMigrationStatus,
  InitOptions,
  LinkOptions,
  MigrationMetadata,
} from './public-types.ts';
import {
  clearStored,
  endsTurn,
  endTurn,
  isSameUser,
  loadStored,
  saveStored,
  storageKey,
  type StoredMigration,
} from './token-store.ts';

type Status = FerryMigrationStatus | (string & {});

const ended: readonly Status[] = ['COMPLETE', 'COMPLETED_WITH_FAILURES', 'FAILED', 'LOGIN_ABANDONED'];

/** Whether a migration of this status has nothing left to show. */
const hasEnded = (status: Status | undefined): boolean => ended.includes(status ?? '');

/** Whether the copy runs by itself: its modal stays hidden. */
const isWorking = (status: Status | undefined): boolean => status === 'WORKING';

/** Whether the copy waits for an answer: its modal comes into view. */
const needsAnswer = (status: Status | undefined): boolean => status === 'PENDING_USER_INPUT';

/** Options of either function; `linkToken` tells which. */
export type SessionOptions = InitOptions & Partial<LinkOptions>;

/** Silence of the service, of its page and of `linkToken` that counts as no answer, in ms. */
const retryPolicy = 10_000;
/** Refusals that say that the stored token is no longer good; a 5xx or a broken network says nothing about it. */
const endOfToken = [400, 401, 403, 404, 410];

const aborted = (): FerryError => ferryError('aborted', 'The modal was closed.');

/** An address without its path, which for a modal's page is a credential; a name stays as it is. */
const withoutPath = (address: string): string => address.replace(/(\w)\/.*/, '$1');

/** Runs a callback of the page; what it throws goes where an error of the page's own code belongs. */
const callBack = (run: () => unknown): void => {
  // oxlint-disable-next-line no-console -- as above
  attempt(run, console.error);
};

/**
 * One modal, from the call that opens it to its last trace. It runs the flow of the specification ("SDK flow"): link token,
 * access token, modal, frame; without a link token it resumes with the stored access token.
 */
export class ModalSession {
  /** Only what `init` opened lets a later call take over. */
  readonly isResumed: boolean;
  /** Resolves when the modal has opened, with `undefined` when there is none to resume. */
  readonly started: Promise<MigrationMetadata | undefined>;

  /** Those of the latest call. */
  #options: SessionOptions;
  readonly #address: string;
  readonly #key: string;
  readonly #onEnd: () => void;
  readonly #startAgain: (options: LinkOptions) => void;
  readonly #dialog = make('dialog');
  readonly #card = openingCard(this.#dialog, () => this.close());
  readonly #stop = new AbortController();
  #resolve: (found?: MigrationMetadata) => void = () => {};
  #reject: (error: unknown) => void = () => {};
  #stored: StoredMigration | undefined;
  /** What the page waits for: the name of an option, or an address. */
  #awaited = '';
  #hasFailed = false;
  #migrationIsOver = false;
  #restoreScrolling: (() => void) | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Throws a FerryError for an address that is none, and for a signal that is aborted already. */
  constructor(
    options: SessionOptions,
    defaultBaseURL: string | undefined,
    onEnd: () => void,
    startAgain: (options: LinkOptions) => void,
  ) {
    this.#options = options;
    this.#address = apiAddress(options.baseURL ?? defaultBaseURL);
    this.#key = storageKey(this.#address);
    this.#onEnd = onEnd;
    this.#startAgain = startAgain;
    this.isResumed = !options.linkToken;
    this.adopt(options);
    this.started = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  /** Begins. Apart from the constructor, because what the page runs meanwhile may already close it. */
  start(): this['started'] {
    this.#listenToPage();
    // Later, because the browser reports a forbidden request after it has failed: `blocked` says more than `network`.
    this.#open().catch((error: unknown) => setTimeout(() => this.#fail(error), 50));
    return this.started;
  }

  /** Whether a call with these options opens another one: this one did not open, or is, or would become, of another user. */
  givesWayTo(options: SessionOptions): boolean {
    // What is stored counts from the first moment on: it is read later than a second call can come.
    const owner = this.#options.userId ? this.#options : (this.#stored ?? loadStored(this.#key));
    const isOfAnother = 'userId' in options && !!owner && !isSameUser(owner.userId, options.userId);
    return this.#hasFailed || isOfAnother;
  }

  get isOpen(): boolean {
    return this.#dialog.open;
  }

  /** Lets the callbacks of a later call take over, and shows what was hidden. */
  adopt(options: SessionOptions): void {
    if (options.signal?.aborted) throw aborted();
    options.signal?.addEventListener('abort', () => this.close(), { signal: this.#stop.signal });
    this.#options = options;
    if (this.#dialog.isConnected) this.#show();
  }

  /** Takes the modal off the page; a start that is under way rejects with `aborted`. */
  close(): void {
    this.#end(aborted());
  }

  #end(error: unknown): void {
    if (this.#stop.signal.aborted) return;
    this.#stop.abort();
    clearTimeout(this.#timer);
    if (this.#migrationIsOver) clearStored(this.#key, this.#stored);
    this.#reject(error);
    this.#onEnd();
    this.#restoreScrolling?.();
    this.#dialog.close();
    if (this.#dialog.isConnected) {
      this.#dialog.remove();
      callBack(() => this.#options.onClose?.());
    }
  }

  /** Tells the page and, where the modal is in view, the person that it did not open. */
  #fail(error: unknown): void {
    clearTimeout(this.#timer);
    if (!this.isOpen) return this.#end(error);
    if (this.#hasFailed) return;
    this.#hasFailed = true;
    this.#reject(error);
    const { host } = new URL(this.#address);
    this.#card.fail(error as FerryError, this.isResumed ? 'lost' : 'begun', host, () => this.#tryAgain());
  }

  /** Begins anew; once the address of the modal is known, its page is loaded again instead. */
  #tryAgain = (): void => {
    this.close();
    this.#startAgain(this.#options as LinkOptions);
  };

  /** Names what is waited for, and waits only so long. */
  #await(what: string, code: FerryErrorCode = 'network'): void {
    this.#awaited = what;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#fail(ferryError(code, `No answer from ${withoutPath(what)}.`)), retryPolicy);
  }

  #show(): void {
    if (!this.#dialog.open) this.#restoreScrolling = showDialog(this.#dialog);
  }

  /** Listens to the page until the end. */
  #listen<Type extends keyof WindowEventMap>(type: Type, hear: (event: WindowEventMap[Type]) => void): void {
    addEventListener(type, hear, { signal: this.#stop.signal });
  }

  #listenToPage(): void {
    this.#listen('pagehide', () => this.close());
    this.#listen('storage', (change) => {
      if (endsTurn(this.#key, change, this.#options.userId ?? this.#stored?.userId)) this.close();
    });
    this.#listen('securitypolicyviolation', ({ blockedURI, disposition }) => {
      if (disposition !== 'enforce' || !this.#awaited.startsWith(blockedURI)) return;
      this.#fail(
        ferryError('blocked', `The content security policy of the page forbids ${withoutPath(this.#awaited)}.`),
      );
    });
    this.#dialog.addEventListener('close', () => this.close());
    this.#dialog.addEventListener('keydown', ({ key }) => key === 'Escape' && this.close());
  }

  async #open(): Promise<void> {
    const { userId, target = 'body', linkToken } = this.#options;
    // Before anything can fail: what somebody else has left is not for this user.
    const found = loadStored(this.#key);
    if (found && userId && !isSameUser(found.userId, userId)) endTurn(this.#key);
    const holder = findTarget(target);
    this.#card.wait();
    if (linkToken) {
      holder.append(this.#dialog);
      this.#show();
    }
    this.#stored = await this.#getAccessToken();
    const modal = await this.#getModal();
    if (!modal || hasEnded(modal.status)) {
      clearStored(this.#key, this.#stored);
      this.#resolve();
      this.close();
    } else this.#load(modal, holder);
  }

  /** The access token of the link token, or the one that an earlier page has stored. */
  async #getAccessToken(): Promise<StoredMigration | undefined> {
    const { linkToken, userId = '' } = this.#options;
    if (!linkToken) return loadStored(this.#key);
    this.#await('linkToken');
    const token = typeof linkToken === 'function' ? await linkToken() : linkToken;
    checkLinkToken(token);
    const reply = await this.#call('access-token', token, { link_token: token });
    // Between the reply and here the modal may have been closed and everything forgotten.
    this.#stop.signal.throwIfAborted();
    const stored = { token: reply.access_token, userId };
    saveStored(this.#key, stored);
    return stored;
  }

  /** The modal of a new migration, or the one that the stored token names, if there is one. */
  async #getModal(): Promise<Reply | undefined> {
    const { linkToken, userId, sourceProviders, locale } = this.#options;
    const token = this.#stored?.token;
    if (!token) return undefined;
    if (linkToken)
      return this.#call('migration-modal', token, { user_id: userId, source_providers: sourceProviders, locale });
    return this.#call(`migration-modal${locale ? `?locale=${encodeURIComponent(locale)}` : ''}`, token).catch(
      (error: FerryError) => {
        if (endOfToken.includes(error.status ?? 0)) return undefined;
        throw error;
      },
    );
  }

  #call(name: string, token: string, body?: Readonly<Record<string, unknown>>): Promise<Reply> {
    const address = this.#address + name;
    this.#await(address);
    return callService(address, token, this.#stop.signal, body);
  }

  /** Puts the modal into the page, and shows it unless the copy runs by itself. */
  #load({ url, status = '' }: Reply, holder: Element): void {
    // The frame's name tells the page whether "Start again" can get a fresh link token: `function`.
    const frame = fillDialog(this.#dialog, typeof this.#options.linkToken);
    this.#listen('message', ({ origin, source, data }) => {
      if (origin !== new URL(url).origin || source !== frame.contentWindow || !isFerryEvent(data)) return;
      // From here on the page has a way out of its own.
      this.#hasFailed = false;
      this.#card.remove();
      frame.style.visibility = '';
      frame.focus();
      this.#resolve({ status, userId: this.#stored?.userId ?? '', url });
      this.#hear(data);
    });
    if (!this.isOpen) holder.append(this.#dialog);
    this.#tryAgain = () => {
      this.#hasFailed = false;
      this.#card.wait();
      this.#await(url, 'page_timeout');
      frame.src = url;
    };
    this.#tryAgain();
    if (!isWorking(status)) this.#show();
  }

  #hear(message: FerryEvent): void {
    const { type, data } = message.event;
    const step = type.slice('migration_modal.'.length);
    clearTimeout(this.#timer);
    callBack(() => this.#options.onEvent?.(message));
    if (['completed', 'failed', 'cancelled'].includes(step)) this.#migrationIsOver = true;
    // A retry after a failure opens a new migration in the same frame.
    if (step === 'opened') this.#migrationIsOver = false;
    if (needsAnswer(data?.status)) this.#show();
    const isLeft = step === 'cancelled' || step === 'closed';
    if (isLeft || (this.#migrationIsOver && !this.isOpen)) {
      this.close();
      if (data?.start_again) this.#startAgain(this.#options as LinkOptions);
    }
  }
}
