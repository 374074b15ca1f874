import { checkInitOptions, checkLinkOptions } from './check-options.ts';
import { check, ferryError } from './ferry-error.ts';
import { aborted, ModalSession, type SessionOptions } from './modal-session.ts';
import type * as PublicSurface from './public-types.ts';
import type { MigrationMetadata } from './public-types.ts';
import { clearAll, isSameUser } from './token-store.ts';

export type FerrySdk = Pick<typeof PublicSurface, 'init' | 'startModal' | 'close' | 'forget' | 'isOpen' | 'loadModal'>;

/** Creates the SDK of one page, which can have only one modal. Has no side effects until a function is called. */
export const createFerry = (defaultBaseURL?: string): FerrySdk => {
  let current: ModalSession | undefined;
  let forgetCount = 0;

  const open = (options: SessionOptions): ModalSession['started'] => {
    check(globalThis.document, 'bad_target', 'Ferry needs a browser.');
    check(!current, 'already_open', 'A modal is open. Call close() first.');
    current = new ModalSession(
      options,
      defaultBaseURL,
      () => (current = undefined),
      // Ignores the rejection, which `onError` and the card report, because no code of the page awaits this restart.
      (again) => void open(again).catch(() => {}),
    );
    return current.start();
  };

  const startModal: FerrySdk['startModal'] = async (options) => {
    checkLinkOptions(options);
    const { userId } = options;
    const earlier = current;
    const countAtStart = forgetCount;
    if (earlier?.yieldsTo(options) || (options.startNew && earlier?.isResumed)) earlier.close();
    else if (earlier?.isResumed) {
      const metadata = await earlier.started.catch(() => undefined);
      if (current === earlier && isSameUser(metadata?.userId, userId)) {
        earlier.adopt(options);
        return metadata as MigrationMetadata;
      }
      if (countAtStart !== forgetCount) throw aborted();
      earlier.close();
    }
    return open(options) as Promise<MigrationMetadata>;
  };

  return {
    init: async (options = {}) => {
      checkInitOptions(options);
      if (current?.yieldsTo(options)) current.close();
      return current?.started ?? open(options);
    },
    startModal,
    close: () => current?.close(),
    forget() {
      forgetCount += 1;
      current?.close();
      clearAll();
    },
    isOpen: () => current?.isOpen ?? false,
    loadModal() {
      throw ferryError('v0_api', 'loadModal() was removed after v0. Use init().');
    },
  };
};
