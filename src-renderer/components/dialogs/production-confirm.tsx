import type { ComponentProps } from 'react';
import { EnvironmentTag } from '#ui/environment/environment-tag.tsx';
import { ConfirmDialog } from '#ui/dialogs/dialogs.tsx';

export const ProductionConfirm = (props: Omit<ComponentProps<typeof ConfirmDialog>, 'tag'>) => (
  <ConfirmDialog {...props} tag={<EnvironmentTag environment="production" />} />
);
