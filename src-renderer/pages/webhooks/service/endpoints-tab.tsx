import { createPortal } from 'react-dom';
import { endpointColumns, Endpoints } from '#ui/webhooks/endpoints.tsx';
import { clockAhead } from '#ui/webhooks/service-clock.ts';
import { ServicePart } from './service-part.tsx';
import { useEndpoints } from './use-webhooks.ts';

interface EndpointsTabProps {
  readonly actionsPlace: HTMLElement | null;
  readonly onDeliveries: (id: string) => void;
}

export const EndpointsTab = ({ actionsPlace, onDeliveries }: EndpointsTabProps) => {
  const query = useEndpoints();
  return (
    <Endpoints aheadMs={clockAhead(query.data?.now, query.readAt)} onDeliveries={onDeliveries}>
      {(add, renderTable) => (
        <>
          {actionsPlace && query.data ? createPortal(add, actionsPlace) : null}
          <ServicePart read={query} columns={endpointColumns}>
            {({ results }) => <div className="table-scroll">{renderTable(results)}</div>}
          </ServicePart>
        </>
      )}
    </Endpoints>
  );
};
