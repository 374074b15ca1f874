import { z } from 'zod';
import { parseJson } from '#shared/tolerant-reading/read-json.ts';

export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const placeSchema = z.object({
  bounds: z.object({ x: z.int(), y: z.int(), width: z.int(), height: z.int() }),
  maximized: z.boolean().catch(false),
  fullScreen: z.boolean().catch(false),
});
export type WindowPlace = z.output<typeof placeSchema>;

/** Part of the window's top edge that must be on a display, so that the user can drag the window. In px. */
const handle = { width: 120, height: 40 } as const;
const minSize = { width: 640, height: 400 } as const;

/** Parses a saved window position. Null if invalid, because the user may have edited the file. */
export const readPlace = (text: string): WindowPlace | null => parseJson(placeSchema, text);

const overlap = (start: number, length: number, from: number, size: number): number =>
  Math.min(start + length, from + size) - Math.max(start, from);

const isGrabbable = ({ x, y, width }: Area, area: Area): boolean =>
  overlap(x, width, area.x, area.width) >= handle.width && y >= area.y && y + handle.height <= area.y + area.height;

/** Keeps a reachable position, or else centers the window on the first display. `workAreas`: main display first. */
export function fitToWorkArea(workAreas: readonly Area[], { bounds }: WindowPlace): Area | null {
  const fitInto = (area: Area): Area => ({
    ...bounds,
    width: Math.max(minSize.width, Math.min(bounds.width, area.width)),
    height: Math.max(minSize.height, Math.min(bounds.height, area.height)),
  });
  const grabbableArea = workAreas.find((area) => isGrabbable(fitInto(area), area));
  if (grabbableArea) return fitInto(grabbableArea);
  const [area] = workAreas;
  if (!area) return null;
  const { width, height } = fitInto(area);
  return {
    x: area.x + Math.max(0, Math.round((area.width - width) / 2)),
    y: area.y + Math.max(0, Math.round((area.height - height) / 2)),
    width,
    height,
  };
}
