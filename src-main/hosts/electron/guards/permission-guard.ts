import type { Session } from 'electron';

const allowedPermissions = new Set(['clipboard-sanitized-write']);

/** Pages may only write sanitized data to the clipboard (Electron security 5: handle session permission requests). */
export function guardPermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, answer) => answer(allowedPermissions.has(permission)));
  session.setPermissionCheckHandler((_contents, permission) => allowedPermissions.has(permission));
  session.setDevicePermissionHandler(() => false);
}
