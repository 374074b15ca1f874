import { Link, Package, Terminal } from 'lucide-react';
import { copyText } from '#ui/controls/controls.tsx';
import { useConsole } from '../../api/console-api.ts';
import { showFailure } from '../messages/show-failure.ts';

/** Returns the menu lines of one migration that its row and its drawer share. */
export const useMigrationLines = (openBundle: (id: string) => void) => {
  const { api } = useConsole();
  return (id: string) => ({
    curl: {
      id: 'curl',
      label: 'Copy as cURL',
      icon: Terminal,
      run: () => void api.migrations.curl({ id }).then(({ command }) => copyText(command, 'as cURL'), showFailure),
    },
    link: {
      id: 'link',
      label: 'Copy link',
      icon: Link,
      run: () => {
        const text = import('../links/shareable-link.ts')
          .then(({ readMigrationLink }) => readMigrationLink(api))
          .then((linkOf) => linkOf(id));
        copyText(text, 'the link, without secrets');
      },
    },
    bundle: { id: 'bundle', label: 'Support bundle…', icon: Package, run: () => openBundle(id) },
  });
};
