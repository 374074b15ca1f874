import type { GuestDevice } from '../controls/lab-settings.ts';

export interface GuestFrame {
  readonly width: number;
  readonly height: number;
  readonly scale: number;
  readonly left: number;
  readonly top: number;
}

const desktopPx = 900;
const phonePx = 390;
const margin = { side: 28, top: 16 } as const;

/** Fits the guest into a stage: a desktop page of at least 900 px, scaled down, or a phone page of at most 390 px. */
export const fitGuest = (
  device: GuestDevice,
  stage: { readonly width: number; readonly height: number },
): GuestFrame => {
  if (device === 'phone') {
    const width = Math.min(phonePx, stage.width);
    return { width, height: stage.height, scale: 1, left: Math.floor((stage.width - width) / 2), top: 0 };
  }
  const availableWidth = Math.max(stage.width - 2 * margin.side, 1);
  const width = Math.max(desktopPx, availableWidth);
  const scale = availableWidth / width;
  const height = Math.max(Math.floor((stage.height - 2 * margin.top) / scale), 1);
  return { width, height, scale, left: margin.side, top: margin.top };
};

export const frameText = ({ width, scale }: GuestFrame): string => `${width} px, ${Math.round(scale * 100)} %`;
