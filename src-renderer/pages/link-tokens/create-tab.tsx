import { BackendEndpoint } from './backend-endpoint.tsx';
import { MintCard } from './mint-card.tsx';
import { TokenHistoryList } from './token-history-list.tsx';

/** Makes a link token by hand, keeps the history of this run, and shows what an organization's backend has to do. */
export const CreateTab = () => (
  <div className="create-tab">
    <section className="create-side" aria-label="Make a link token">
      <MintCard />
      <TokenHistoryList />
    </section>
    <BackendEndpoint />
  </div>
);
