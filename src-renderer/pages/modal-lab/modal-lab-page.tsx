import { ErrorBlock } from '../../components/messages/error-block.tsx';
import { LabBench } from './lab-bench.tsx';
import { useLab } from './use-lab.ts';
import './modal-lab-page.css';

interface ModalLabPageProps {
  readonly profileId: string;
  /** Whether the page is visible. While it is hidden, the flow continues without animation. */
  readonly isHere: boolean;
}

export const ModalLabPage = ({ profileId, isHere }: ModalLabPageProps) => {
  const access = useLab(profileId, isHere);
  const { lab, error, reopen } = access;
  if (lab) return <LabBench key={lab.view.labId} lab={lab} access={access} isHere={isHere} />;
  return (
    <div className="modal-lab" aria-busy={!error}>
      <header className="page-head row rigid">
        <h1>Modal lab</h1>
      </header>
      {error ? <ErrorBlock error={error} onRetry={reopen} /> : null}
    </div>
  );
};
