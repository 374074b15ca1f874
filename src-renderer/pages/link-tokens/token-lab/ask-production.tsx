import { type ProofId, proofTexts } from '#shared/token-proofs.ts';
import { ProductionConfirm } from '../../../components/dialogs/production-confirm.tsx';

interface AskProductionProps {
  readonly ids: readonly ProofId[];
  readonly profileName: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

export const AskProduction = ({ ids, profileName, onConfirm, onClose }: AskProductionProps) => {
  const tokens = ids.reduce((sum, id) => sum + proofTexts[id].linkTokens, 0);
  const disturbances = ids.flatMap((id) => proofTexts[id].disturbs ?? []);
  const subject = ids.length === 1 && ids[0] ? `“${proofTexts[ids[0]].title}”` : `${ids.length} proofs`;
  return (
    <ProductionConfirm
      title={`Run ${subject} in production?`}
      confirm={ids.length === 1 ? 'Run proof' : 'Run proofs'}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>
        {tokens > 0
          ? `This creates ${tokens} real link ${tokens === 1 ? 'token' : 'tokens'} for ${profileName}. No migration starts.`
          : `This sends requests to ${profileName}. No token is created.`}
      </p>
      {disturbances.length > 0 ? (
        <p>{disturbances.join(' ')}</p>
      ) : ids.length > 1 ? (
        <p>
          The proofs with wrong keys, malformed headers and eight concurrent requests are skipped. You can run each
          proof separately.
        </p>
      ) : null}
    </ProductionConfirm>
  );
};
