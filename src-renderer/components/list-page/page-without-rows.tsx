import { useNavigate } from '@tanstack/react-router';
import { Building2, FileQuestionMark, Ship } from 'lucide-react';
import { Button } from '#ui/controls/controls.tsx';
import { MessageBlock } from '#ui/messages/messages.tsx';
import { countText } from '#ui/values/number-text.ts';
import { lastPageOf } from '../listing/pager/pager.tsx';

interface PageWithoutRowsProps {
  readonly page: number;
  readonly size: number;
  readonly total: number | null;
  readonly onPage: (page: number) => void;
  readonly onRetry: () => void;
}

export const PageWithoutRows = ({ page, size, total, onPage, onRetry }: PageWithoutRowsProps) => {
  const lastPage = total === null ? null : lastPageOf(total, size);
  const isMissingRows = total !== null && lastPage !== null && page <= lastPage;
  const action = isMissingRows ? (
    <Button variant="primary" onPress={onRetry}>
      Try again
    </Button>
  ) : (
    <Button variant="primary" onPress={() => onPage(lastPage ?? 1)}>
      {lastPage === null ? 'Go to the first page' : 'Go to the last page'}
    </Button>
  );
  const text =
    lastPage === null
      ? 'The list has fewer pages.'
      : `At ${size} rows per page, page ${countText(lastPage)} is the last.`;
  return (
    <MessageBlock icon={FileQuestionMark} title={`Page ${countText(page)} has no rows`} actions={action}>
      {isMissingRows ? `The service reports ${countText(total)} in total, but returned none for this page.` : text}
    </MessageBlock>
  );
};

const OpenLab = () => {
  const navigate = useNavigate();
  return <Button onPress={() => void navigate({ to: '/modal-lab' })}>Open the modal lab</Button>;
};

export const NoMigrations = ({ text = 'Migrations appear here when end users start them in the modal.' }) => (
  <MessageBlock icon={Ship} title="No migrations yet" actions={<OpenLab />}>
    {text}
  </MessageBlock>
);

export const NoCompanies = () => (
  <MessageBlock icon={Building2} title="No companies yet" actions={<OpenLab />}>
    Companies appear when their end users sign in to a provider in the modal.
  </MessageBlock>
);
