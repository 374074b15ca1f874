import { createPortal } from 'react-dom';
import { endpointColumns, Endpoints } from '#ui/webhooks/endpoints.tsx';
import { ServicePart } from './service-part.tsx';
import { aheadOf, useEndpoints } from './use-webhooks.ts';

interface EndpointsTabProps {
  readonly actionsPlace: HTMLElement | null;
  readonly onDeliveries: (id: string) => void;
}

export const EndpointsTab = ({ actionsPlace, onDeliveries }: EndpointsTabProps) => {
  const read = useEndpoints();
  return (
    <Endpoints aheadMs={aheadOf(read)} onDeliveries={onDeliveries}>
      {(add, renderTable) => (
        <>
          {actionsPlace && read.data ? createPortal(add, actionsPlace) : null}
          <ServicePart read={read} columns={endpointColumns}>
            {({ results }) => <div className="table-scroll">{renderTable(results)}</div>}
          </ServicePart>
        </>
      )}
    </Endpoints>
  );
};
