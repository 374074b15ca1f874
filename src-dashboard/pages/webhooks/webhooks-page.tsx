import { useState } from 'react';
import { Endpoints } from '#ui/webhooks/endpoints.tsx';
import { clockAhead } from '#ui/webhooks/service-clock.ts';
import { useRead } from '../../api/session.ts';
import { ListPage } from '../../components/list-page.tsx';
import { DashboardWebhooksProvider } from './dashboard-webhooks.tsx';
import { Deliveries } from './deliveries.tsx';
import './webhooks-page.css';

export const WebhooksPage = () => {
  const query = useRead('listEndpoints');
  const [chosenId, setChosenId] = useState<string | null>(null);
  const endpoints = query.data?.results ?? [];
  const aheadMs = clockAhead(query.data?.now, query.dataUpdatedAt);
  const chosenEndpoint = endpoints.find(({ id }) => id === chosenId) ?? endpoints[0];
  return (
    <DashboardWebhooksProvider>
      <Endpoints aheadMs={aheadMs} chosen={chosenEndpoint?.id} onDeliveries={setChosenId}>
        {(add, renderTable) => (
          <ListPage
            title="Webhooks"
            count={query.data ? endpoints.length : null}
            actions={add}
            query={query}
            what="The endpoints"
            foot={
              <>
                <span>Deliveries and their attempts are stored for 30 days.</span>
                <span>Events arrive at least once, and in order per migration.</span>
              </>
            }
          >
            {() => (
              <div className="table-scroll webhook-tables">
                {renderTable(endpoints)}
                {chosenEndpoint ? <Deliveries key={chosenEndpoint.id} endpoint={chosenEndpoint} /> : null}
              </div>
            )}
          </ListPage>
        )}
      </Endpoints>
    </DashboardWebhooksProvider>
  );
};
