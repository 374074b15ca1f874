import type { ReactNode } from 'react';
import { EnvironmentTag } from '#ui/environment/environment-tag.tsx';
import { ConfirmDialog } from '#ui/dialogs/dialogs.tsx';

interface ProductionConfirmProps {
  /** A question. */
  readonly title: string;
  readonly children: ReactNode;
  /** The verb of the question. */
  readonly confirm: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Stands before everything that creates data on production, with the tag of the environment. */
export const ProductionConfirm = (props: ProductionConfirmProps) => (
  <ConfirmDialog {...props} tag={<EnvironmentTag environment="production" />} />
);
