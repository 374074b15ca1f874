import { useRouter } from '@tanstack/react-router';
import { Unplug } from 'lucide-react';
import { Banner } from '#ui/messages/messages.tsx';
import { useStore } from '#ui/state/store.ts';

export const HostGoneBanner = () => {
  const router = useRouter();
  const isReachable = useStore(router.options.context.reach);
  if (isReachable) return null;
  return (
    <div className="panel-banner">
      <Banner tone="warning" icon={Unplug} title="The console's program isn't responding.">
        The program may have stopped. Start it again in the terminal, then open the link it prints.
      </Banner>
    </div>
  );
};
