import { useState } from 'react';
import type { ProofRun } from '#shared/console-contract/token-lab-calls.ts';
import { CountdownRing } from '#ui/countdown/countdown-ring.tsx';

type Wait = NonNullable<ProofRun['wait']>;

const Ring = ({ wait }: { readonly wait: Wait }) => {
  const [began] = useState(() => performance.now() - (wait.totalMs - wait.leftMs));
  return <CountdownRing label="Wait" began={began} lifetimeMs={wait.totalMs} />;
};

/** What is left of a wait, counted from when the page heard of it. */
export const WaitRing = ({ wait }: { readonly wait: Wait }) => <Ring key={wait.totalMs} wait={wait} />;
