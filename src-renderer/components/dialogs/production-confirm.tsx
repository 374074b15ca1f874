import { type ComponentProps, useState } from 'react';
import { EnvironmentTag } from '#ui/environment/environment-tag.tsx';
import { ConfirmDialog } from '#ui/dialogs/dialogs.tsx';
import { useConsoleState } from '../../api/profiles.ts';

type ConfirmProps = Omit<ComponentProps<typeof ConfirmDialog>, 'tag'>;

export const ProductionConfirm = (props: ConfirmProps) => (
  <ConfirmDialog {...props} tag={<EnvironmentTag environment="production" />} />
);

/** Returns a function that runs the action, in production after the user has confirmed, and its dialog. */
export const useProductionConfirm = (
  run: () => Promise<boolean>,
  words: Pick<ConfirmProps, 'title' | 'confirm' | 'children'>,
) => {
  const [isAsking, setAsking] = useState(false);
  const isProduction = useConsoleState()?.profile.environment === 'production';
  const onConfirm = () => void run();
  const dialog = <ProductionConfirm {...words} onConfirm={onConfirm} onClose={() => setAsking(false)} />;
  return [() => (isProduction ? setAsking(true) : onConfirm()), isAsking && dialog] as const;
};
