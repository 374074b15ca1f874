import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { LabFlow } from '#shared/console-contract/modal-lab-calls.ts';
import { Segments } from '#ui/controls/segments.tsx';
import { FlowList } from './flow-list.tsx';
import './flow-section.css';
import { SequencePicture } from './sequence-picture.tsx';

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
const EndPanel = ({ end, migrationId }: { readonly end: End; readonly migrationId: string | null }) => (
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

const looks = [
  { value: 'steps', label: 'Steps' },
  { value: 'picture', label: 'Picture' },
] as const;

interface FlowSectionProps {
  readonly flow: LabFlow;
  /** When its ages were right, by the page's monotonic clock. */
  readonly at: number;
  readonly isStopped: boolean;
}

/** How far the flow has come, as steps with the tokens' time or as a picture, and what to do at its end. */
export const FlowSection = ({ flow, at, isStopped }: FlowSectionProps) => {
  const [look, setLook] = useState<'steps' | 'picture'>('steps');
  return (
    <section className="lab-flow" aria-label="Flow">
      <div className="lab-flow-head">
        <h2>Flow</h2>
        <Segments label="Shown as" segments={looks} value={look} onChange={setLook} />
      </div>
      {look === 'steps' ? <FlowList flow={flow} at={at} isStopped={isStopped} /> : <SequencePicture flow={flow} />}
      {flow.end ? <EndPanel end={flow.end} migrationId={flow.migrationId} /> : null}
    </section>
  );
};
