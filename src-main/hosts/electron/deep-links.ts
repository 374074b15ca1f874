import { app } from 'electron';
import { brand } from '#shared/brand.ts';
import { deepLinkOf, linkOf } from './read-deep-link.ts';

export function listenForLinks(first: string | null) {
  let pendingLink = first;
  let show: ((link: string) => void) | null = null;
  const handleLink = (link: string | null) => {
    if (link === null) return;
    if (show) show(link);
    else pendingLink = link;
  };
  if (app.isPackaged) app.setAsDefaultProtocolClient(brand.deepLinkScheme);
  app.on('open-url', (event, link) => {
    event.preventDefault();
    handleLink(linkOf(link));
  });
  app.on('second-instance', (_event, argv) => handleLink(deepLinkOf(argv)));
  return {
    takeFirst: () => {
      const link = pendingLink;
      pendingLink = null;
      return link;
    },
    follow: (listener: (link: string) => void) => {
      show = listener;
      if (pendingLink !== null) listener(pendingLink);
    },
  };
}
