import path from 'node:path';
import { expect, test } from '@playwright/test';
import { builtPackages } from './built-packages.ts';
import { finishModalFlow, leaveTraces, seeTheSandbox, seeTheTraces, startOrganization } from './console-story.ts';
import { openDisplay } from './display.ts';
import { makePlainUser, startAs } from './plain-user.ts';

test('C19 C16 AppImage: unpacks itself, shows the Sandbox, ends a flow of the modal and keeps a key', async () => {
  const display = await openDisplay();
  const user = makePlainUser('app-image', display.name);
  const organization = await startOrganization();
  const unpack = ['sh', '-c', 'cd "$HOME" && "$0" --appimage-extract >/dev/null', builtPackages.appImage];
  expect(user.run(unpack)).toMatchObject({ code: 0 });
  const program = path.join(user.home, 'squashfs-root', 'AppRun');
  const { app, page } = await startAs(user, program);
  await seeTheSandbox(page);
  await finishModalFlow({ page, electron: app });
  await leaveTraces(page, organization);
  await app.close();
  const again = await startAs(user, program);
  await seeTheTraces(again.page);
  await again.app.close();
  await organization.close();
  display.close();
});
