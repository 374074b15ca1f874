import { createPortal } from 'react-dom';
import { endpointColumns, Endpoints } from '#ui/webhooks/endpoints.tsx';
import { ServicePart } from './service-part.tsx';
import { clockAheadMs, useEndpoints } from './use-webhooks.ts';

interface EndpointsTabProps {
  readonly actionsPlace: HTMLElement | null;
  readonly onDeliveries: (id: string) => void;
}

export const EndpointsTab = ({ actionsPlace, onDeliveries }: EndpointsTabProps) => {
  const query = useEndpoints();
  return (
    <Endpoints aheadMs={clockAheadMs(query)} onDeliveries={onDeliveries}>
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
