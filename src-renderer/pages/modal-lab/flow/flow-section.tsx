import { useState } from 'react';
import type { LabFlow } from '#shared/console-contract/modal-lab-calls.ts';
import { Segments } from '#ui/controls/segments.tsx';
import { EndPanel } from '../end-panel.tsx';
import { FlowList } from './flow-list.tsx';
import { SequencePicture } from './sequence-picture.tsx';
import './flow-section.css';

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
