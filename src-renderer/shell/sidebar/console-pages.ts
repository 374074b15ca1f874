import {
  AppWindow,
  ArrowLeftRight,
  Box,
  Building2,
  CircleQuestionMark,
  LayoutDashboard,
  Settings,
  Ship,
  Ticket,
  Webhook,
  type LucideIcon,
} from 'lucide-react';

export interface ConsolePage {
  readonly to:
    | '/overview'
    | '/migrations'
    | '/companies'
    | '/link-tokens'
    | '/modal-lab'
    | '/webhooks'
    | '/requests'
    | '/sandbox'
    | '/help'
    | '/settings';
  readonly label: string;
  readonly icon: LucideIcon;
}

export const pageGroups: readonly { readonly head: string | null; readonly pages: readonly ConsolePage[] }[] = [
  {
    head: null,
    pages: [
      { to: '/overview', label: 'Overview', icon: LayoutDashboard },
      { to: '/migrations', label: 'Migrations', icon: Ship },
      { to: '/companies', label: 'Companies', icon: Building2 },
    ],
  },
  {
    head: 'Try the flow',
    pages: [
      { to: '/link-tokens', label: 'Link tokens', icon: Ticket },
      { to: '/modal-lab', label: 'Modal lab', icon: AppWindow },
      { to: '/webhooks', label: 'Webhooks', icon: Webhook },
    ],
  },
  {
    head: 'Inspect',
    pages: [
      { to: '/requests', label: 'Requests', icon: ArrowLeftRight },
      { to: '/sandbox', label: 'Sandbox', icon: Box },
    ],
  },
  {
    head: null,
    pages: [
      { to: '/help', label: 'Help', icon: CircleQuestionMark },
      { to: '/settings', label: 'Settings', icon: Settings },
    ],
  },
];
