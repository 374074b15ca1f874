import type { MailFolder } from '../providers/mail-ports.ts';

/** The place of a message in the report, such as "Archive/2024/1700000000.17": folder, UIDVALIDITY and UID. */
export const placeOfMessage = ({ path, uidValidity }: MailFolder, uid: number): string =>
  `${path}/${uidValidity}.${uid}`;

export const uidOfPlace = (place: string): number => Number(place.slice(place.lastIndexOf('.') + 1));
