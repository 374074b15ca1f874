import { FerryMark } from '../../components/tiles/ferry-mark.tsx';
import './no-session.css';

/** What a tab without a session sees: the one way to get one. */
export const NoSession = () => (
  <main className="no-session">
    <FerryMark size={44} />
    <h1>Open the link that the terminal shows</h1>
    <p>
      This tab has no session with Ferry Console. The link works once and starts one; the command that started the
      console printed it.
    </p>
    <p className="no-session-command">
      No link any more? Start the console again: <code className="mono">npm run console:browser</code>
    </p>
  </main>
);
