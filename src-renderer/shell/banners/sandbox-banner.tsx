import { useNavigate } from '@tanstack/react-router';
import { Box, X } from 'lucide-react';
import { useChangePreferences, useSettingsView } from '../../api/settings.ts';
import { useAction } from '../../api/use-action.ts';
import { Banner } from '#ui/messages/messages.tsx';
import { Button, IconButton } from '#ui/controls/button.tsx';

export const SandboxBanner = () => {
  const settings = useSettingsView();
  const change = useChangePreferences();
  const navigate = useNavigate();
  const close = useAction(() => change({ welcomeBannerClosed: true }));
  if (!settings || settings.preferences.welcomeBannerClosed) return null;
  return (
    <div className="panel-banner">
      <Banner
        tone="info"
        icon={Box}
        title="You are looking at the built-in Sandbox."
        action={
          <>
            <Button size="small" onPress={() => void navigate({ to: '/welcome', search: { start: 'connect' } })}>
              Connect your organization
            </Button>
            <IconButton
              label="Close this note"
              icon={X}
              size="small"
              variant="ghost"
              onPress={() => void close.run()}
            />
          </>
        }
      >
        <span className="banner-more">The migrations are samples. Nothing leaves this device.</span>
      </Banner>
    </div>
  );
};
