import { Link } from '@tanstack/react-router';
import type { LabFlow } from '#shared/console-contract/modal-lab-calls.ts';

type End = NonNullable<LabFlow['end']>;

const next: Record<End['kind'], string> = {
  completed:
    'Your page should now thank the end user and load what has come. Check the migration, then try a user that fails.',
  failed:
    'Your page should offer another try. In the modal, "Try again" begins a new migration; from here, make a new token.',
  cancelled: 'No login came, so there is nothing to go on with. Your page should offer to start anew.',
  closed: 'The migration goes on without the modal. Resume shows it again, as init() does on the next visit.',
};

/** What to do when a flow has ended. */
export const EndPanel = ({ end, migrationId }: { readonly end: End; readonly migrationId: string | null }) => (
  <section className="end-panel" aria-label="What to do next">
    <h3>What to do next</h3>
    <p>{next[end.kind]}</p>
    {migrationId === null ? null : (
      <Link to="/migrations" search={{ open: migrationId }}>
        Open the migration
      </Link>
    )}
  </section>
);
