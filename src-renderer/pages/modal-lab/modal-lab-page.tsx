import { useConsoleState } from '../../api/console-state.ts';
import { ErrorBlock } from '../../components/messages/error-block.tsx';
import { LabBench } from './lab-bench.tsx';
import { useLab } from './use-lab.ts';
import './modal-lab-page.css';

const ProfileLab = ({ profileId }: { readonly profileId: string }) => {
  const access = useLab(profileId);
  const { lab, error, reopen } = access;
  if (lab) return <LabBench key={lab.view.labId} lab={lab} access={access} />;
  return (
    <div className="modal-lab" aria-busy={!error}>
      <header className="page-head">
        <h1>Modal lab</h1>
      </header>
      {error ? <ErrorBlock error={error} onRetry={reopen} /> : null}
    </div>
  );
};

/** Plays an organization's web page and its backend, so that the whole flow of the specification runs here. */
export const ModalLabPage = () => {
  const profileId = useConsoleState()?.profile.id;
  return profileId === undefined ? null : <ProfileLab key={profileId} profileId={profileId} />;
};
