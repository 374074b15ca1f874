import type { Session } from 'electron';

/**
 * Denies pages all permissions except these, devices and downloads (Electron security 5: handle session permission
 * requests). The console writes files itself, after a dialog.
 */
export function guardSession(session: Session, allowedPermissions: readonly string[]): void {
  const isAllowed = (permission: string): boolean => allowedPermissions.includes(permission);
  session.setPermissionRequestHandler((_contents, permission, answer) => answer(isAllowed(permission)));
  session.setPermissionCheckHandler((_contents, permission) => isAllowed(permission));
  session.setDevicePermissionHandler(() => false);
  session.on('will-download', (event) => event.preventDefault());
}
