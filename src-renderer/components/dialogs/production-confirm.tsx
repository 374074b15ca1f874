import type { ReactNode } from 'react';
import { EnvironmentTag } from '#ui/environment/environment-tag.tsx';
import { ConfirmDialog } from '#ui/dialogs/dialogs.tsx';

interface ProductionConfirmProps {
  readonly title: string;
  readonly children: ReactNode;
  readonly confirm: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

export const ProductionConfirm = (props: ProductionConfirmProps) => (
  <ConfirmDialog {...props} tag={<EnvironmentTag environment="production" />} />
);
