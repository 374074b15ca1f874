import type { SessionRefusal } from '#shared/console-contract/session-refusals.ts';
import { FerryMark } from '#ui/brand/ferry-mark.tsx';
import './no-session.css';

const wordsFor: Readonly<Record<SessionRefusal, { readonly title: string; readonly text: string }>> = {
  none: {
    title: 'Open the link shown in the terminal',
    text: "This tab isn't signed in to Ferry Console. Use the link that the start command printed. Each link works once, within 60 seconds.",
  },
  link_expired: {
    title: 'This link has expired',
    text: 'Links to Ferry Console expire after 60 seconds, so no one else can use them later.',
  },
  link_used: {
    title: 'This link was already used',
    text: 'Each link works once. This link was opened twice, so its session has ended. If you opened it only once, another user of this device has seen the link.',
  },
  ended: {
    title: 'This session has ended',
    text: "The link that started this session was opened again. If that wasn't you, another user of this device has seen the link.",
  },
};

export const NoSession = ({ why }: { readonly why: SessionRefusal }) => (
  <main className="no-session row">
    <FerryMark size={44} />
    <h1>{wordsFor[why].title}</h1>
    <p>{wordsFor[why].text}</p>
    <p className="no-session-command">Press Enter in the console's terminal to get a new link.</p>
    <p className="no-session-command">
      Terminal closed? Start the console again: <code className="mono">npm run console:browser</code>
    </p>
  </main>
);
