import { app } from 'electron';
import { brand } from '#shared/brand.ts';
import { deepLinkOf, linkOf } from './read-deep-link.ts';

interface DeepLinks {
  readonly takeFirst: () => string | null;
  readonly follow: (show: (link: string) => void) => void;
}

export function listenForLinks(first: string | null): DeepLinks {
  let waiting = first;
  let show: ((link: string) => void) | null = null;
  const handleLink = (link: string | null) => {
    if (link === null) return;
    if (show) show(link);
    else waiting = link;
  };
  if (app.isPackaged) app.setAsDefaultProtocolClient(brand.deepLinkScheme);
  app.on('open-url', (event, link) => {
    event.preventDefault();
    handleLink(linkOf(link));
  });
  app.on('second-instance', (_event, argv) => handleLink(deepLinkOf(argv)));
  return {
    takeFirst: () => {
      const link = waiting;
      waiting = null;
      return link;
    },
    follow: (listener) => {
      show = listener;
      if (waiting !== null) listener(waiting);
    },
  };
}
