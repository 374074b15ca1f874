import { Link } from '@tanstack/react-router';
import { Eye } from 'lucide-react';
import { useState } from 'react';
import type { LabFlow } from '#shared/console-contract/modal-lab-calls.ts';
import { Button } from '#ui/controls/button.tsx';
import { Segments } from '#ui/controls/segments.tsx';
import { FlowList } from './flow-list.tsx';
import './flow-section.css';
import { isHidden } from './flow-steps.ts';
import { SequencePicture } from './sequence-picture.tsx';

type End = NonNullable<LabFlow['end']>;

const nextStepTexts: Record<Exclude<End['kind'], 'closed'>, string> = {
  completed:
    'Show a success message and load the imported data. Check the migration, then try a user whose migration fails.',
  failed:
    'Your page should offer to try again. In the modal, "Try again" starts a new migration. Here, create a new token.',
  cancelled: 'The end user never signed in, so there is nothing to resume. Your page should offer to start over.',
  not_opened: 'There is no modal and no migration to resume. Your page should say so and offer to try again.',
};
const runningStatuses: readonly (string | null)[] = ['WORKING', 'PENDING_USER_INPUT'];

const nextStepText = ({ kind }: End, status: string | null): string => {
  if (kind !== 'closed') return nextStepTexts[kind];
  const stateText = runningStatuses.includes(status)
    ? 'The migration continues without the modal.'
    : 'The modal is closed, and the migration is waiting.';
  return `${stateText} Resume calls init(), as your page would on the next visit.`;
};

const EndPanel = ({ end, flow: { status, migrationId } }: { readonly end: End; readonly flow: LabFlow }) => (
  <section className="end-panel" aria-label="What to do next">
    <h3>What to do next</h3>
    <p>{nextStepText(end, status)}</p>
    {migrationId === null ? null : (
      <Link to="/migrations" search={{ open: migrationId }}>
        Open the migration
      </Link>
    )}
  </section>
);

const HiddenPanel = ({ onShow, blocked }: Pick<FlowSectionProps, 'onShow' | 'blocked'>) => (
  <section className="end-panel" aria-label="Hidden during the copy">
    <p>The copy needs no input, so the SDK hides the modal until you show the modal or the copy needs an answer.</p>
    <Button size="small" icon={Eye} disabledBecause={blocked} onPress={onShow}>
      Show modal
    </Button>
  </section>
);

const styles = [
  { value: 'steps', label: 'Steps' },
  { value: 'picture', label: 'Diagram' },
] as const;

interface FlowSectionProps {
  readonly flow: LabFlow;
  readonly at: number;
  readonly onShow: () => void;
  readonly blocked: string | null;
}

export const FlowSection = ({ flow, at, onShow, blocked }: FlowSectionProps) => {
  const [flowStyle, setFlowStyle] = useState<'steps' | 'picture'>('steps');
  return (
    <section className="lab-flow" aria-label="Flow">
      <div className="lab-flow-head row">
        <h2>Flow</h2>
        <Segments label="View as" segments={styles} value={flowStyle} onChange={setFlowStyle} />
      </div>
      {flowStyle === 'steps' ? <FlowList flow={flow} at={at} /> : <SequencePicture flow={flow} />}
      {isHidden(flow) ? <HiddenPanel {...{ onShow, blocked }} /> : null}
      {flow.end ? <EndPanel end={flow.end} flow={flow} /> : null}
    </section>
  );
};
