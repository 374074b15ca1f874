import { app } from 'electron';
import { brand } from '#shared/brand.ts';
import { deepLinkOf, readDeepLink } from './read-deep-link.ts';

/** Deep links as the system hands them over, from the start on. */
interface DeepLinks {
  /** The migration that the start itself asked for; from then on `follow` gets what comes. */
  readonly takeFirst: () => string | null;
  readonly follow: (show: (id: string) => void) => void;
}

/** Listens for links of this and of second instances. An installed console is the system's program for them. */
export function listenForLinks(first: string | null): DeepLinks {
  let waiting = first;
  let show: ((id: string) => void) | null = null;
  const take = (id: string | null) => {
    if (id === null) return;
    if (show) show(id);
    else waiting = id;
  };
  if (app.isPackaged) app.setAsDefaultProtocolClient(brand.deepLinkScheme);
  app.on('open-url', (event, link) => {
    event.preventDefault();
    take(readDeepLink(link));
  });
  app.on('second-instance', (_event, argv) => take(deepLinkOf(argv)));
  return {
    takeFirst: () => {
      const id = waiting;
      waiting = null;
      return id;
    },
    follow: (listener) => {
      show = listener;
      if (waiting !== null) listener(waiting);
    },
  };
}
