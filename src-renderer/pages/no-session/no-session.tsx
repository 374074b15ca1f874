import type { SessionRefusal } from '#shared/console-contract/session-refusals.ts';
import { FerryMark } from '#ui/brand/ferry-mark.tsx';
import './no-session.css';

interface Words {
  readonly title: string;
  readonly text: string;
}

const wordsFor: Readonly<Record<SessionRefusal, Words>> = {
  none: {
    title: 'Open the link shown in the terminal',
    text: 'This tab has no session with Ferry Console. The link works once, for 60 seconds, and starts one; the command that started the console printed it.',
  },
  link_expired: {
    title: 'This link is too old',
    text: 'A link to Ferry Console works for 60 seconds, so that nobody else finds it later.',
  },
  link_used: {
    title: 'This link was used before',
    text: 'A link works once. Since this one came twice, the session that it had opened has ended, too: if you did not open it yourself, somebody else on this computer has seen the link.',
  },
  ended: {
    title: 'This session has ended',
    text: 'The link that opened it was used a second time. If you did not do that, somebody else on this computer has seen the link.',
  },
};

/** What a tab without a session sees: why, and the way to get one. */
export const NoSession = ({ why }: { readonly why: SessionRefusal }) => (
  <main className="no-session">
    <FerryMark size={44} />
    <h1>{wordsFor[why].title}</h1>
    <p>{wordsFor[why].text}</p>
    <p className="no-session-command">Press Enter in the terminal of the console: it shows a new link.</p>
    <p className="no-session-command">
      No terminal any more? Start the console again: <code className="mono">npm run console:browser</code>
    </p>
  </main>
);
