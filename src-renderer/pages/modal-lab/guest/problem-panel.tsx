import { CircleX, TriangleAlert } from 'lucide-react';
import type { LabView } from '#shared/console-contract/modal-lab-calls.ts';
import { Banner, MessageBlock } from '#ui/messages/messages.tsx';
import { Button } from '#ui/controls/button.tsx';
import { problemWords, recoveryActionLabels, type LabRecoveryAction, type ShownProblem } from './problem-words.ts';

interface ProblemPanelProps {
  readonly problem: ShownProblem;
  readonly shownIn: LabView['shownIn'];
  readonly onRecoveryAction: (way: LabRecoveryAction) => void;
}

export const ProblemPanel = ({ problem, shownIn, onRecoveryAction }: ProblemPanelProps) => {
  const { title, text, way, coversGuest } = problemWords(problem, shownIn);
  const detail = problem.detail && !problem.error ? ` ${problem.detail}` : '';
  const label = problem.code === 'reply_lost' ? 'Create another token' : recoveryActionLabels[way];
  if (coversGuest) {
    return (
      <div className="guest-cover" role="alert">
        <MessageBlock
          icon={CircleX}
          title={title}
          actions={
            <Button variant="primary" onPress={() => onRecoveryAction(way)}>
              {label}
            </Button>
          }
        >
          {text}
        </MessageBlock>
      </div>
    );
  }
  return (
    <div className="guest-banner">
      <Banner
        tone={problem.code === 'storage_blocked' || problem.code === 'reply_lost' ? 'warning' : 'danger'}
        icon={TriangleAlert}
        title={`${title}.`}
        action={
          <Button size="small" onPress={() => onRecoveryAction(way)}>
            {label}
          </Button>
        }
      >
        {text}
        {detail ? <span className="problem-detail mono">{detail}</span> : null}
      </Banner>
    </div>
  );
};
