import { Box, X } from 'lucide-react';
import { useState } from 'react';
import { Banner } from '../components/banner.tsx';
import { IconButton } from '../components/button.tsx';

const storageKey = 'ferry-sandbox-banner';

/** Says once what the rows of the first start are; closed for good. */
export const SandboxBanner = () => {
  const [closed, setClosed] = useState(() => localStorage.getItem(storageKey) === 'closed');
  if (closed) return null;
  return (
    <div className="panel-banner">
      <Banner
        tone="info"
        icon={Box}
        title="You are looking at the built-in Sandbox."
        action={
          <IconButton
            label="Close this note"
            icon={X}
            size="small"
            variant="ghost"
            onPress={() => {
              localStorage.setItem(storageKey, 'closed');
              setClosed(true);
            }}
          />
        }
      >
        A complete Ferry Service on this computer, with made-up migrations. Nothing leaves this computer.
      </Banner>
    </div>
  );
};
